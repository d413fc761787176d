import { josa } from '../../std/korean/grammar/particles.ts'

/** Sentences of `assistant skills`. */
const ko = {
  none: '아직 배워 둔 skill이 없어요. `assistant skills add 폴더`로 추가할 수 있어요.',
  project: '이 프로젝트',
  own: '내 것',
  added: (name: string, folder: string) => `${name} skill을 추가했어요: ${folder}`,
  there: (name: string) => `${name} skill이 이미 있어요. 먼저 \`assistant skills remove ${name}\`로 지워 주세요.`,
  noSkill: (path: string) => `${path}에 SKILL.md가 없어요.`,
  unusable: (path: string) => `${path}: 쓸 수 없는 skill이라 더하지 않았어요.`,
  unknown: (name: string) => `내 skill 가운데 ${josa(name, '은/는')} 없어요. \`assistant skills list\`로 볼 수 있어요.`,
  remove: (name: string, folder: string) => `${name} skill을 지울까요? (${folder})`,
  removed: (name: string) => `${name} skill을 지웠어요.`,
  kept: '그대로 두었어요.',
  needsYes: '확인 없이 지우려면 --yes를 붙여 주세요.',
  foreign: (name: string, why: string) =>
    `${name} skill은 다른 사람이 쓴 거예요 (${why}). 더하면 비서가 그 지시를 따라요. 먼저 SKILL.md를 읽어 보세요.`,
  follow: (name: string) => `${name} skill의 지시를 따를까요?`,
  notAdded: '더하지 않았어요.',
  needsYesToAdd: '읽어 보고 더하려면 --yes를 붙여 주세요.',
  fine: (count: number) => `skill ${count}개에 문제가 없어요.`,
  problems: {
    'front-matter': '맨 앞의 --- 사이를 YAML로 읽을 수 없어요.',
    'no-name': 'name이 없어요.',
    'bad-name': 'name은 영어 소문자, 숫자, 하나짜리 하이픈으로 64자까지예요.',
    'other-name': 'name이 폴더 이름과 달라요.',
    'no-description': 'description이 없어요.',
    'long-description': 'description이 1,024자보다 길어요.',
    'too-large': 'SKILL.md가 256KB보다 커요.',
    twice: '같은 이름의 skill이 먼저 있어서 쓰지 않아요.',
  },
}

const en: typeof ko = {
  none: 'There is no skill yet. `assistant skills add FOLDER` adds one.',
  project: 'this project',
  own: 'yours',
  added: (name, folder) => `Added the skill ${name}: ${folder}`,
  there: (name) => `There is a skill ${name} already. Please remove it first: assistant skills remove ${name}`,
  noSkill: (path) => `There is no SKILL.md in ${path}.`,
  unusable: (path) => `${path}: not added, since it cannot be used.`,
  unknown: (name) => `No skill of yours is called ${name}. \`assistant skills list\` shows them.`,
  remove: (name, folder) => `Remove the skill ${name}? (${folder})`,
  removed: (name) => `Removed the skill ${name}.`,
  kept: 'It stays.',
  needsYes: 'Add --yes to remove it without a question.',
  foreign: (name, why) =>
    `Somebody else wrote the skill ${name} (${why}). Once added, its instructions are followed: read its SKILL.md first.`,
  follow: (name) => `Follow the instructions of the skill ${name}?`,
  notAdded: 'It was not added.',
  needsYesToAdd: 'Read it, then add --yes to add it.',
  fine: (count) => `${count} skill${count === 1 ? '' : 's'}, nothing wrong.`,
  problems: {
    'front-matter': 'What stands between the --- at the beginning is no YAML.',
    'no-name': 'It has no name.',
    'bad-name': 'A name has small letters, digits and single hyphens, at most 64.',
    'other-name': 'Its name is not that of its folder.',
    'no-description': 'It has no description.',
    'long-description': 'Its description is longer than 1,024 characters.',
    'too-large': 'Its SKILL.md is larger than 256 KB.',
    twice: 'Not used: another skill of this name comes first.',
  },
}

export const skillMessages = { ko, en }
