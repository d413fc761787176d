import { counted } from '../counted.ts'

/** Sentences of sync about accidents: many removals, damage, and devices that are copies. */
type Held = { count: number; path: string }

const ko = {
  held: ({ count, path }: Held) =>
    `사라진 것이 있어서 동기화가 답을 기다려요: ${path}${count > 1 ? ` 등 ${count}개` : ''}. 정말 지웠다면 \`assistant sync now --really\`, 아니라면 \`assistant sync now --put-back\`으로 되살려 주세요. 다른 기기에서는 아무것도 지우지 않았어요.`,
  mended: ({ count, path }: Held) =>
    `손상됐거나 사라진 파일 ${count}개를 되살렸어요: ${path}. 다른 기기에는 아무 일도 없어요.`,
  renewed: (id: string) =>
    `이 기기는 예전 모습으로 되돌렸거나 다른 기기에서 복사한 것이라서 새 이름(${id})으로 이어 가요. 잃은 것은 없고 서로 가진 것을 모두 합쳤어요.`,
  large: (path: string) =>
    `너무 커서 다른 기기와 나누지 못해요: ${path}. 이 기기에는 그대로 있어요. 나눠서 저장해 주세요.`,
  closed: (path: string) =>
    `읽거나 쓸 수 없어서 나누지 못했어요: ${path}. 나머지는 나눴어요. \`assistant doctor\`가 되찾는 방법을 알려줘요.`,
  heldRow: (count: number) => `기다리는 삭제 ${count}개: \`assistant sync now --really\` 또는 \`--put-back\``,
  apart: (names: string) =>
    `하루 넘게 서로 다른 것을 보여주는 기기가 있어요: ${names}. \`assistant sync verify\`로 확인해 주세요.`,
  verified: (count: number) => `이 기기를 뺀 ${count}대가 모두 같은 것을 보여줘요.`,
  alone: '아직 다른 기기의 소식이 없어서 견줄 것이 없어요.',
  differs: (name: string, ago: string, paths: readonly string[]) =>
    `${name} (${ago} 소식)와 다른 파일 ${paths.length}개: ${paths.slice(0, 5).join(', ')}`,
  howToMend:
    '양쪽에서 `assistant sync now`를 한 번씩 하고 다시 확인해 주세요. 그래도 다르면 `assistant doctor`를 해 주세요.',
  doctor: {
    copied: (home: string, program: string) =>
      `홈(${home})이 ${program} 폴더 안에 있어요. 두 기기가 함께 쓰면 파일이 어긋나요. 홈을 밖으로 옮기고 그 폴더는 \`assistant sync init\`에 알려주세요.`,
    copies: ({ count, path }: Held) =>
      `복사 프로그램이 만든 충돌 사본이 ${count}개 있어요: ${path}. \`assistant doctor --fix\`로 합칠 수 있어요.`,
    joined: ({ count, path }: Held) => `충돌 사본 ${count}개를 합치고 휴지통에 넣었어요: ${path}.`,
    nobody: (path: string) =>
      `누구의 페이지도 아니라서 아무도 찾지 못하는 파일이에요: ${path}. 필요한 줄을 \`assistant memory add\`로 옮기고 지워 주세요.`,
    newer: '더 새로운 버전이 동기화를 설정했어요. assistant를 업데이트해 주세요.',
    missing: (devices: string) =>
      `저장소에 다음 기기의 소식 일부가 없거나 손상됐어요: ${devices}. 그 기기나 그 소식을 아는 기기에서 \`assistant sync now\`를 하면 다시 와요.`,
    fine: (devices: number) => `다른 기기 ${devices}대와 이상 없이 나누고 있어요.`,
  },
}

const en: typeof ko = {
  held: ({ count, path }) =>
    `Something is gone here, and sync waits for your word: ${path}${count > 1 ? ` and ${count - 1} more` : ''}. If you removed it, run \`assistant sync now --really\`; if not, \`assistant sync now --put-back\` brings it back. Nothing was removed on other devices.`,
  mended: ({ count, path }) =>
    `${count} damaged or missing ${count === 1 ? 'file was' : 'files were'} put right again: ${path}. Other devices have noticed nothing.`,
  renewed: (id) =>
    `This device is an older copy of itself, or a copy of another device: it goes on under a new name (${id}). Nothing is lost; what each had was brought together.`,
  large: (path) => `Too large to be shared with other devices: ${path}. It stays here; keep it in smaller parts.`,
  closed: (path) =>
    `Could not be read or written, and is not shared: ${path}. The rest is. \`assistant doctor\` says how to take it back.`,
  heldRow: (count) =>
    `${counted(count, 'removal waits', 'removals wait')}: \`assistant sync now --really\` or \`--put-back\``,
  apart: (names) =>
    `Some devices have shown something else for more than a day: ${names}. See \`assistant sync verify\`.`,
  verified: (count) => `${counted(count, 'other device shows', 'other devices show')} the same as this one.`,
  alone: 'No other device has been heard of yet: there is nothing to compare with.',
  differs: (name, ago, paths) =>
    `${name} (heard of ${ago}) differs in ${paths.length} files: ${paths.slice(0, 5).join(', ')}`,
  howToMend: 'Run `assistant sync now` on both and look again; if they still differ, run `assistant doctor`.',
  doctor: {
    copied: (home, program) =>
      `The home (${home}) lies in a folder of ${program}: two devices that use it at once spoil it. Move it out, and give that folder to \`assistant sync init\`.`,
    copies: ({ count, path }) =>
      `${counted(count, 'conflict copy', 'conflict copies')} of a copying program: ${path}. \`assistant doctor --fix\` joins them.`,
    joined: ({ count, path }) =>
      `${counted(count, 'conflict copy was', 'conflict copies were')} joined and moved to the trash: ${path}.`,
    nobody: (path) =>
      `This page belongs to nobody, so nobody finds what it says: ${path}. Add the lines you want by \`assistant memory add\`, and remove it.`,
    newer: 'A newer version has set up sync. Please update assistant.',
    missing: (devices) =>
      `Some of what these devices told is missing in the store or damaged: ${devices}. It comes when \`assistant sync now\` is run there, or on a device that knows it.`,
    fine: (devices) => `What is shared with ${counted(devices, 'other device')} is in order.`,
  },
}

export const syncSafetyMessages = { ko, en }
