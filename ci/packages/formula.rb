# formula.rb FORMULA PREFIX: installs what a formula of Homebrew names for this machine below PREFIX, and runs its test,
# with as much of Homebrew's language as sayl's formula uses. Homebrew itself comes from no package of a distribution.

require "digest"
require "fileutils"
require "open-uri"
require "open3"
require "pathname"
require "tmpdir"

# A folder that things are installed into, under their own name or another.
class Folder
  def initialize(path) = @path = path

  def install(what)
    pairs = what.is_a?(Hash) ? what : { what => File.basename(what) }
    FileUtils.mkdir_p(@path)
    pairs.each { |from, to| FileUtils.install(from, File.join(@path, to), mode: File.stat(from).mode) }
  end

  def to_s = @path
end

# What a formula says, and what it can do.
class Formula
  FOLDERS = {
    bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions", fish_completion: "share/fish/vendor_completions.d",
  }.freeze
  MACHINE = { os: RUBY_PLATFORM.include?("darwin") ? :macos : :linux, cpu: RUBY_PLATFORM.match?(/arm|aarch/) ? :arm : :intel }.freeze

  class << self
    attr_reader :formula, :said, :check

    def inherited(formula)
      super
      Formula.instance_variable_set(:@formula, formula)
      formula.instance_variable_set(:@said, {})
    end

    %i[desc homepage version license url sha256].each { |name| define_method(name) { |text| @said[name] = text } }
    %i[macos linux].each { |os| define_method("on_#{os}") { |&block| block.call if os == MACHINE[:os] } }
    %i[arm intel].each { |cpu| define_method("on_#{cpu}") { |&block| block.call if cpu == MACHINE[:cpu] } }

    def test(&block) = @check = block
  end

  attr_reader :testpath

  def initialize(prefix, testpath)
    @prefix = prefix
    @testpath = Pathname(testpath)
  end

  FOLDERS.each { |name, path| define_method(name) { Folder.new(File.join(@prefix, path)) } }

  def shell_output(command, status = 0)
    output, ended = Open3.capture2e(command)
    raise "#{command}: #{ended}\n#{output}" unless ended.exitstatus == status

    output
  end

  def assert_match(pattern, text)
    raise "#{pattern} is not in #{text}" unless text.match?(pattern)
  end
end

path, prefix = ARGV.map { |name| File.expand_path(name) }
load path
said = Formula.formula.said
missing = %i[desc homepage version license url sha256] - said.keys
raise "the formula says no #{missing.join(", ")}" unless missing.empty?
raise "the description is longer than Homebrew's 80 characters" if said[:desc].length > 80

archive = said[:url].start_with?("file://") ? File.binread(said[:url].delete_prefix("file://")) : URI.parse(said[:url]).open.read
raise "the archive is not what its checksum says" unless Digest::SHA256.hexdigest(archive) == said[:sha256]

Dir.mktmpdir do |work|
  File.binwrite(File.join(work, "archive.tar.gz"), archive)
  system("tar", "-xzf", "archive.tar.gz", chdir: work, exception: true)
  # Homebrew goes into the only folder of an archive.
  inside = Dir.glob(File.join(work, "*/")).fetch(0)
  installed = Formula.formula.new(prefix, FileUtils.mkdir_p(File.join(work, "test")).first)
  Dir.chdir(inside) { installed.install }
  Dir.chdir(installed.testpath) { installed.instance_eval(&Formula.formula.check) }
end
