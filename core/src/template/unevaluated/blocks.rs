//! Follows the blocks of template code (`#@ if … end`) through a text, so that what stands inside one is known to be
//! conditional, repeated, or part of a function. Recognises lines by their first word; evaluates nothing.

/// What an open block does to the nodes inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeBlock {
    /// They may be there once, several times, or not at all.
    Conditional,
    /// They are the result of a function, not part of the document.
    Function,
}

/// The blocks that are open at a point of the text.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Vec<NodeBlock>,
}

impl Blocks {
    /// How many blocks are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// The outermost block that was opened after there were `depth`, if any is still open.
    pub(super) fn since(&self, depth: usize) -> Option<NodeBlock> {
        self.open.get(depth).copied()
    }

    /// Takes in a line of code that stands above a node. Gives the block that wraps this node only, if the line is one
    /// such as `if/end`.
    pub(super) fn enter(&mut self, code: &str) -> Option<NodeBlock> {
        let code = code.trim();
        let word = code.split([' ', ':']).next().unwrap_or_default();
        let block = match word.split('/').next().unwrap_or_default() {
            "if" | "for" | "while" | "elif" | "else" => NodeBlock::Conditional,
            "def" => NodeBlock::Function,
            "end" => {
                self.open.pop();
                return None;
            }
            _ => return None,
        };
        if word.ends_with("/end") {
            return Some(block);
        }
        if matches!(word, "if" | "for" | "while" | "def") && code.ends_with(':') {
            self.open.push(block);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_open_and_close_by_line() {
        let mut blocks = Blocks::default();
        assert_eq!(blocks.enter("x = 1"), None);
        assert_eq!(blocks.enter("if x:"), None);
        assert_eq!(blocks.since(0), Some(NodeBlock::Conditional));
        assert_eq!(blocks.enter("  def f(v):"), None);
        assert_eq!(blocks.since(1), Some(NodeBlock::Function));
        blocks.enter("end");
        assert_eq!(blocks.enter("else:"), None);
        assert_eq!(blocks.depth(), 1);
        blocks.enter("end");
        blocks.enter("end");
        assert_eq!(blocks.depth(), 0);
    }

    #[test]
    fn a_node_block_wraps_one_node_only() {
        let mut blocks = Blocks::default();
        assert_eq!(blocks.enter("if/end x:"), Some(NodeBlock::Conditional));
        assert_eq!(blocks.enter("def/end f():"), Some(NodeBlock::Function));
        assert_eq!(blocks.depth(), 0);
    }
}
