//! The order of resources: who names whom, and who does so in a circle.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::Graph;
use crate::problem::{Code, Problem};
use crate::text::Place;

/// That one resource names another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Who names it.
    pub from: usize,
    /// Who is named.
    pub to: usize,
    /// Where.
    pub place: Place,
}

/// The order in which resources are made: each behind those that it names, and else as they are listed. Those of a
/// circle, and what depends on them, are left out.
pub(super) fn order(count: usize, dependencies: &[Dependency]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(count);
    let mut waiting: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); count];
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
    for it in dependencies {
        if waiting[it.from].insert(it.to) {
            users[it.to].push(it.from);
        }
    }
    let mut ready: BTreeSet<usize> = (0..count).filter(|index| waiting[*index].is_empty()).collect();
    while let Some(next) = ready.pop_first() {
        order.push(next);
        for user in users[next].clone() {
            waiting[user].remove(&next);
            if waiting[user].is_empty() {
                ready.insert(user);
            }
        }
    }
    order
}

/// Resources that name each other in a circle. A resource is told of once.
pub(super) fn cycles(graph: &Graph, dependencies: &[Dependency]) -> Vec<Problem> {
    let mut search = CycleSearch::new(graph.resources.len(), dependencies);
    let circles: Vec<Vec<Dependency>> = (0..graph.resources.len()).flat_map(|start| search.from(start)).collect();
    circles.iter().filter_map(|circle| problem(graph, circle)).collect()
}

/// Walks along names, each of them once.
struct CycleSearch {
    /// Whom each resource names.
    named: Vec<Vec<Dependency>>,
    states: Vec<Visit>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Not,
    /// It is on the way, at this distance from the start.
    Open(usize),
    Done,
}

impl CycleSearch {
    fn new(count: usize, dependencies: &[Dependency]) -> Self {
        let mut named = vec![Vec::new(); count];
        for it in dependencies {
            named[it.from].push(*it);
        }
        Self { named, states: vec![Visit::Not; count] }
    }

    /// The circles that are found from a resource on.
    fn from(&mut self, start: usize) -> Vec<Vec<Dependency>> {
        let mut circles = Vec::new();
        if self.states[start] != Visit::Not {
            return circles;
        }
        let mut reported = FxHashSet::default();
        let mut way: Vec<Dependency> = Vec::new();
        // Each resource on the way, with how many of its names were followed.
        let mut stack = vec![(start, 0)];
        self.states[start] = Visit::Open(0);
        while let Some((at, followed)) = stack.last_mut() {
            let (at, step) = (*at, self.named[*at].get(*followed).copied());
            *followed += 1;
            match step.map(|step| (step, self.states[step.to])) {
                None => {
                    self.states[at] = Visit::Done;
                    stack.pop();
                    way.pop();
                }
                Some((step, Visit::Not)) => {
                    self.states[step.to] = Visit::Open(stack.len());
                    stack.push((step.to, 0));
                    way.push(step);
                }
                Some((step, Visit::Open(depth))) => {
                    let circle = way.iter().skip(depth).copied().chain([step]);
                    let circle: Vec<Dependency> = circle.take(MOST_SHOWN).collect();
                    if circle.iter().all(|it| reported.insert(it.from)) {
                        circles.push(circle);
                    }
                }
                Some((_, Visit::Done)) => {}
            }
        }
        circles
    }
}

/// Longer circles are cut.
const MOST_SHOWN: usize = 32;

fn problem(graph: &Graph, circle: &[Dependency]) -> Option<Problem> {
    let id = |index: usize| graph.resources.get(index).map_or("", |resource| resource.id.name.as_str());
    let (first, others) = circle.split_first()?;
    let whole: Vec<&str> = circle.iter().map(|it| id(it.from)).chain([id(first.from)]).collect();
    let message = if others.is_empty() {
        format!("`{}` refers to itself", id(first.from))
    } else {
        format!("Resources depend on each other in a circle: {}", whole.join(" -> "))
    };
    let problem = Problem::new(Code::DependencyCycle, first.place, message);
    let step = |problem: Problem, it: &Dependency| {
        problem.related(it.place, format!("`{}` depends on `{}`", id(it.from), id(it.to)))
    };
    Some(others.iter().fold(problem, step))
}
