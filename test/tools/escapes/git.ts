import type { Escape } from './escape.ts'

const monitor = 'printf \'[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = "touch @PROOF@;"\\n\''
const status = 'git status'
const manual = (page: string) => `https://git-scm.com/docs/${page}`
const buried =
  'https://github.com/justinsteven/advisories/blob/main/2022_git_buried_bare_repos_and_fsmonitor_various_abuses.md'

const alone = 'repository' as const

/**
 * A repository that a later command of the person obeys: configuration, hooks, drivers, and other places that git
 * looks for them.
 */
export const gitEscapes: readonly Escape[] = [
  { name: 'a file monitor in the configuration', source: buried, run: `${monitor} > .git/config`, next: status, alone },
  {
    name: 'the configuration through git itself',
    source: manual('git-config#Documentation/git-config.txt-corefsmonitor'),
    run: 'git config core.fsmonitor "touch @PROOF@;"',
    next: status,
    alone,
  },
  {
    name: 'another repository in the place of the first',
    source: buried,
    run: `mv .git .g2; mkdir -p .git/objects .git/refs; cp .g2/HEAD .git/; ${monitor} > .git/config`,
    next: status,
    alone,
  },
  {
    name: 'a copy of the repository, exchanged',
    source: buried,
    run: `cp -r .git .g3; ${monitor} > .g3/config; rm -rf .git; mv .g3 .git`,
    next: status,
    alone,
  },
  {
    name: 'a common folder elsewhere',
    source: manual('gitrepository-layout#Documentation/gitrepository-layout.txt-commondir'),
    run: `mkdir .evil; cp -r .git/objects .git/refs .git/HEAD .evil; ${monitor} > .evil/config; echo ../.evil > .git/commondir`,
    next: status,
    alone,
  },
  {
    name: 'configuration of one working tree',
    source: manual('git-worktree#_configuration_file'),
    before: 'git config extensions.worktreeConfig true',
    run: 'printf "[core]\\n\\tfsmonitor = \\"touch @PROOF@;\\"\\n" > .git/config.worktree',
    next: status,
    alone,
  },
  {
    name: 'an included file',
    source: manual('git-config#_includes'),
    before:
      'git config include.path ../.gitinc; echo > .gitinc; mv .gitinc .gitmodules; git config include.path ../.gitmodules',
    run: 'printf "[core]\\n\\tfsmonitor = \\"touch @PROOF@;\\"\\n" > .gitmodules',
    next: status,
    alone,
  },
  {
    name: 'a file in the place of the folder',
    source: manual('gitrepository-layout'),
    run: `mv .git .g4; ${monitor} >> .g4/config; echo "gitdir: .g4" > .git`,
    next: status,
    alone,
  },
  {
    name: 'a link in the place of the folder',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2024-32002',
    run: `mv .git .g5; ${monitor} >> .g5/config; ln -s .g5 .git`,
    next: status,
    alone,
  },
  {
    name: 'a hook before a commit',
    source: manual('githooks#_pre_commit'),
    run: 'printf "#!/bin/sh\\ntouch @PROOF@\\n" > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit',
    next: 'git commit -q --allow-empty -m x',
    alone,
  },
  {
    name: 'a hook after the index changed',
    source: manual('githooks#_post_index_change'),
    run: 'printf "#!/bin/sh\\ntouch @PROOF@\\n" > .git/hooks/post-index-change; chmod +x .git/hooks/post-index-change',
    next: 'echo x >> a; git add a',
    alone,
  },
  {
    name: 'the folder of hooks exchanged',
    source: manual('githooks'),
    run: 'rm -rf .git/hooks; mkdir h; printf "#!/bin/sh\\ntouch @PROOF@\\n" > h/pre-commit; chmod +x h/pre-commit; ln -s ../h .git/hooks',
    next: 'git commit -q --allow-empty -m x',
    alone,
  },
  {
    name: 'another folder of hooks',
    source: manual('git-config#Documentation/git-config.txt-corehooksPath'),
    run: 'mkdir hk; printf "#!/bin/sh\\ntouch @PROOF@\\n" > hk/pre-commit; chmod +x hk/pre-commit; git config core.hooksPath hk',
    next: 'git commit -q --allow-empty -m x',
    alone,
  },
  {
    name: 'hooks that a project keeps',
    source: 'https://typicode.github.io/husky/how-to.html',
    before: 'mkdir .husky; git config core.hooksPath .husky',
    run: 'printf "#!/bin/sh\\ntouch @PROOF@\\n" > .husky/pre-commit; chmod +x .husky/pre-commit',
    next: 'git commit -q --allow-empty -m x',
    alone,
  },
  {
    name: 'an editor for messages',
    source: manual('git-config#Documentation/git-config.txt-coreeditor'),
    run: 'git config core.editor "touch @PROOF@; true"',
    next: 'git commit --allow-empty',
    alone,
  },
  {
    name: 'an alias',
    source: manual('git-config#Documentation/git-config.txt-alias'),
    run: 'git config alias.st "!touch @PROOF@"',
    next: 'git st',
    alone,
  },
  {
    name: 'a program for differences',
    source: manual('git-config#Documentation/git-config.txt-diffexternal'),
    run: 'git config diff.external "touch @PROOF@; true"; echo x >> a',
    next: 'git diff',
    alone,
  },
  {
    name: 'a driver for differences',
    source: manual('gitattributes#_performing_text_diffs_of_binary_files'),
    run: 'echo "a diff=x" > .gitattributes; git config diff.x.textconv "touch @PROOF@; cat"; echo x >> a',
    next: 'git diff',
    alone,
  },
  {
    name: 'a filter that the person configured, with a script of the folder',
    source: manual('gitattributes#_filter'),
    before: 'git config --global filter.x.clean "sh ./tool.sh"; echo cat > tool.sh',
    run: 'echo "touch @PROOF@; cat" > tool.sh; echo "a filter=x" > .gitattributes',
    next: 'echo y >> a; git add a',
    alone,
  },
  {
    name: 'a filter',
    source: manual('gitattributes#_filter'),
    run: 'echo "a filter=x" > .gitattributes; git config filter.x.clean "touch @PROOF@; cat"',
    next: 'echo y >> a; git add a',
    alone,
  },
  {
    name: 'a program in the place of ssh',
    source: manual('git-config#Documentation/git-config.txt-coresshCommand'),
    before: 'git remote add o ssh://nowhere.invalid/x',
    run: 'git config core.sshCommand "touch @PROOF@; false"',
    next: 'git fetch o',
    alone,
  },
  {
    name: 'a helper for passwords',
    source: manual('gitcredentials#_custom_helpers'),
    run: 'git config credential.helper "!touch @PROOF@; true"',
    next: 'echo url=https://nowhere.invalid | git credential fill',
    alone,
  },
  {
    name: 'a program that sends packs',
    source: manual('git-config#Documentation/git-config.txt-remoteltnamegtuploadpack'),
    before: 'git remote add o .',
    run: 'git config remote.o.uploadpack "touch @PROOF@; git-upload-pack"',
    next: 'git fetch o',
    alone,
  },
  {
    name: 'a protocol that is a program',
    source: manual('git-remote-ext'),
    run: 'git config remote.o.url "ext::touch @PROOF@"; git config remote.o.fetch "+refs/*:refs/*"; git config protocol.ext.allow always',
    next: 'git fetch o',
    alone,
  },
  {
    name: 'a program for signatures',
    source: manual('git-config#Documentation/git-config.txt-gpgprogram'),
    run: 'git config commit.gpgSign true; printf "#!/bin/sh\\ntouch @PROOF@\\n" > g.sh; chmod +x g.sh; git config gpg.program "$PWD/g.sh"',
    next: 'git commit -q --allow-empty -m x',
    alone,
  },
  {
    name: 'an update of a submodule',
    source: manual('git-submodule#Documentation/git-submodule.txt-customcommand'),
    before:
      'git init -q s && git -C s -c user.name=x -c user.email=x@y commit -q --allow-empty -m x && git -c protocol.file.allow=always submodule --quiet add ./s s; git commit -qm s; echo x > s/x; git -C s add x; git -C s -c user.name=x -c user.email=x@y commit -qm y',
    run: 'git config submodule.s.update "!touch @PROOF@;"',
    next: 'git submodule update',
    alone,
  },
  {
    name: 'a submodule that is not there yet',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2024-32002',
    before:
      'git init -q s && git -C s -c user.name=x -c user.email=x@y commit -q --allow-empty -m x && git add s 2>/dev/null; git commit -qm s; rm -rf s; mkdir s',
    run: `git init -q s; cd s; git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x; git config core.fsmonitor "touch @PROOF@;"`,
    next: status,
    alone,
  },
  {
    name: 'a repository without a working tree below',
    source: manual('git-config#Documentation/git-config.txt-safebareRepository'),
    run: 'git init -q --bare docs; git -C docs config core.bare false; git -C docs config core.worktree ..; git -C docs config core.fsmonitor "touch @PROOF@;"',
    next: 'cd docs && git status',
    alone,
  },
  {
    name: 'a new repository in a folder below',
    source: buried,
    run: 'mkdir sub; git init -q sub; git -C sub config core.fsmonitor "touch @PROOF@;"',
    next: 'cd sub && git status',
    alone,
  },
  {
    name: 'a repository below, moved away with its folder',
    source: buried,
    before: 'mkdir -p vendor/lib; git init -q vendor/lib',
    run: 'mv vendor v2; mkdir -p vendor/lib; git init -q vendor/lib; git -C vendor/lib config core.fsmonitor "touch @PROOF@;"',
    next: 'cd vendor/lib && git status',
    alone,
  },
  {
    name: 'a repository below, by its configuration',
    source: buried,
    before: 'mkdir -p vendor/lib; git init -q vendor/lib',
    run: 'git -C vendor/lib config core.fsmonitor "touch @PROOF@;"',
    next: 'cd vendor/lib && git status',
    alone,
  },
  {
    name: 'a folder that was no repository',
    source: buried,
    run: 'git init -q; git config core.fsmonitor "touch @PROOF@;"',
    next: status,
    alone: 'plain',
  },
  {
    name: 'a folder that was no repository, as a bare one',
    source: manual('git-config#Documentation/git-config.txt-safebareRepository'),
    run: 'git init -q --bare x; mv x/* .; rmdir x; git config -f config core.bare false; git config -f config core.worktree .; git config -f config core.fsmonitor "touch @PROOF@;"',
    next: status,
    alone: 'plain',
  },
  {
    name: 'a folder that was no repository, as a file',
    source: manual('gitrepository-layout'),
    run: 'git init -q .store; git -C .store config core.fsmonitor "touch @PROOF@;"; git -C .store config core.worktree "$PWD"; echo "gitdir: .store/.git" > .git',
    next: status,
    alone: 'plain',
  },
  {
    name: 'a child that waits until the command is over',
    source: 'https://attack.mitre.org/techniques/T1205/',
    run: '(env -i PATH="$PATH" HOME="$HOME" setsid sh -c "sleep 0.4; git config core.fsmonitor \'touch @PROOF@;\'" >/dev/null 2>&1 &) ',
    next: 'sleep 0.8; git status',
    alone,
  },
]
