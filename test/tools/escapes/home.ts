import type { Escape } from './escape.ts'

const attack = (technique: string) => `https://attack.mitre.org/techniques/${technique}/`
const evil = 'touch @PROOF@'
/** A line at the end of a start-up file of the home, and a shell that reads it. */
const startup = (file: string, source: string): Escape => ({
  name: `start-up file ${file}`,
  source,
  run: `mkdir -p "$(dirname ~/${file})"; echo '${evil}' >> ~/${file}`,
  next: `. ~/${file}`,
})
/** A file of the home that some program obeys; the person's next step looks for what was planted. */
const planted = (file: string, source: string): Escape => ({
  name: `settings in ${file}`,
  source,
  run: `mkdir -p "$(dirname ~/${file})"; echo EVIL >> ~/${file}`,
  next: `grep -q EVIL ~/${file} && ${evil}`,
})

/** What a command in a project can leave in the home. */
export const homeEscapes: readonly Escape[] = [
  startup('.bashrc', attack('T1546/004')),
  startup('.bash_profile', attack('T1546/004')),
  startup('.profile', attack('T1546/004')),
  startup('.bash_logout', 'https://www.gnu.org/software/bash/manual/html_node/Bash-Startup-Files.html'),
  startup('.zshrc', 'https://zsh.sourceforge.io/Doc/Release/Files.html'),
  startup('.zshenv', 'https://zsh.sourceforge.io/Doc/Release/Files.html'),
  startup('.xprofile', attack('T1547/013')),
  startup('.config/direnv/direnvrc', 'https://direnv.net/man/direnv-stdlib.1.html'),
  startup('.config/fish/config.fish', 'https://fishshell.com/docs/current/language.html#configuration-files'),
  planted('.gitconfig', 'https://git-scm.com/docs/git-config#FILES'),
  planted('.config/git/config', 'https://git-scm.com/docs/git-config#FILES'),
  planted('.config/git/attributes', 'https://git-scm.com/docs/gitattributes'),
  planted('.ssh/authorized_keys', attack('T1098/004')),
  planted('.ssh/config', 'https://man.openbsd.org/ssh_config#ProxyCommand'),
  planted('.ssh/rc', 'https://man.openbsd.org/sshd#SSHRC'),
  planted('.vimrc', 'https://gtfobins.github.io/gtfobins/vim/'),
  planted('.config/nvim/init.lua', 'https://neovim.io/doc/user/starting.html#config'),
  planted('.emacs', attack('T1546')),
  planted('.tmux.conf', 'https://man.openbsd.org/tmux.1#CONFIGURATION'),
  planted('.npmrc', 'https://docs.npmjs.com/cli/v11/using-npm/config#script-shell'),
  planted('.config/pip/pip.conf', 'https://pip.pypa.io/en/stable/topics/configuration/'),
  planted('.cargo/config.toml', 'https://doc.rust-lang.org/cargo/reference/config.html#buildrustc-wrapper'),
  planted('.config/systemd/user/x.service', attack('T1543/002')),
  planted('.config/autostart/x.desktop', attack('T1547/013')),
  planted('.config/environment.d/x.conf', 'https://www.freedesktop.org/software/systemd/man/latest/environment.d.html'),
  planted('Library/LaunchAgents/x.plist', attack('T1543/001')),
  planted('.aws/config', 'https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-sourcing-external.html'),
  planted(
    '.kube/config',
    'https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins',
  ),
  planted('.docker/config.json', 'https://docs.docker.com/reference/cli/docker/login/#credential-helpers'),
  planted('.gnupg/gpg.conf', 'https://www.gnupg.org/documentation/manuals/gnupg/GPG-Configuration.html'),
  planted('.config/mise/config.toml', 'https://mise.jdx.dev/configuration.html'),
  planted('.config/Code/User/settings.json', 'https://code.visualstudio.com/docs/configure/settings'),
  planted('.claude/settings.json', 'https://docs.anthropic.com/en/docs/claude-code/hooks'),
  planted('.local/share/applications/x.desktop', 'https://specifications.freedesktop.org/desktop-entry-spec/latest/'),
  planted('.pam_environment', 'https://manpages.debian.org/bookworm/libpam-modules/pam_env.7.en.html'),
  {
    name: 'a program before the others on the PATH',
    source: attack('T1574/007'),
    run: `mkdir -p ~/.local/bin; printf '#!/bin/sh\\n${evil}\\n' > ~/.local/bin/ls; chmod +x ~/.local/bin/ls`,
    next: 'PATH=~/.local/bin:$PATH ls',
  },
  {
    name: 'settings of the assistant itself',
    source: 'https://embracethered.com/blog/posts/2025/github-copilot-remote-code-execution-via-prompt-injection/',
    run: 'mkdir -p ~/.config/assistant; echo \'{"hooks":[{"on":"before","command":"EVIL"}]}\' > ~/.config/assistant/config.json',
    next: `grep -q EVIL ~/.config/assistant/config.json && ${evil}`,
  },
]

/** The same where the assistant was started in the home itself. */
export const homeFolderEscapes: readonly Escape[] = [
  ...[
    '.bashrc',
    '.profile',
    '.zshenv',
    '.config/git/config',
    '.gitconfig',
    '.local/bin/ls',
    '.config/systemd/user/x.service',
  ].map(
    (file): Escape => ({
      name: `${file}, from the home as the working folder`,
      source: attack('T1546/004'),
      run: `mkdir -p "$(dirname ${file})"; echo EVIL >> ${file}`,
      next: `grep -q EVIL ~/${file} && ${evil}`,
      home: true,
    }),
  ),
  ...[
    '.ssh/authorized_keys',
    '.config/autostart/x.desktop',
    '.config/assistant/config.json',
    '.npmrc',
    'work/.git/config',
  ].map(
    (file): Escape => ({
      name: `${file}, from the home as the working folder`,
      source: attack('T1098/004'),
      run: `mkdir -p "$(dirname ${file})"; echo EVIL >> ${file}`,
      next: `grep -q EVIL ~/${file} && ${evil}`,
      home: true,
    }),
  ),
  {
    name: 'a repository in the home itself',
    source: 'https://git-scm.com/docs/git-config#Documentation/git-config.txt-corefsmonitor',
    run: 'git init -q; git config core.fsmonitor "touch @PROOF@;"',
    next: 'cd ~ && git status',
    home: true,
  },
  {
    name: 'a start-up file exchanged for a link',
    source: attack('T1546/004'),
    run: `echo '${evil}' > evil.sh; rm -f .bash_aliases; ln -s evil.sh .bash_aliases`,
    next: '. ~/.bash_aliases',
    home: true,
  },
  ...[
    ...[
      '.claude/.credentials.json',
      '.codex/auth.json',
      '.config/rclone/rclone.conf',
      '.m2/settings.xml',
      '.bash_history',
    ],
    ...[
      '.gem/credentials',
      '.yarnrc.yml',
      '.config/pip/pip.conf',
      '.env',
      '.composer/auth.json',
      '.config/hub',
      '.oci/config',
    ],
    ...[
      '.databrickscfg',
      '.huggingface/token',
      '.electrum/wallets/w',
      '.thunderbird/x/logins.json',
      'Library/Cookies/c',
    ],
  ].map(
    (file): Escape => ({
      name: `the login in ${file}, from the home as the working folder`,
      source: attack('T1552/001'),
      before: `mkdir -p "$(dirname ~/${file})"; echo LOGIN > ~/${file}`,
      run: `grep -q LOGIN ${file}`,
      within: true,
      home: true,
    }),
  ),
]
