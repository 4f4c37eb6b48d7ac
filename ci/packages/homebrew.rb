class Sayl < Formula
  desc "@DESCRIPTION@"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@RELEASES@/sayl-aarch64-apple-darwin.tar.gz"
      sha256 "@sayl-aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@RELEASES@/sayl-x86_64-apple-darwin.tar.gz"
      sha256 "@sayl-x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@RELEASES@/sayl-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@sayl-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@RELEASES@/sayl-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@sayl-x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "sayl"
    man1.install "man/sayl.1"
    bash_completion.install "completions/sayl.bash" => "sayl"
    zsh_completion.install "completions/_sayl"
    fish_completion.install "completions/sayl.fish"
  end

  test do
    # Between double quotes, `#@data` would be a variable of Ruby.
    (testpath/"schema.yml").write <<~'YAML'
      #@data/values-schema
      ---
      replicas: 1
    YAML
    (testpath/"values.yml").write <<~'YAML'
      #@data/values
      ---
      replicsa: 2
    YAML
    assert_match "unknown-key", shell_output("#{bin}/sayl check", 1)
  end
end
