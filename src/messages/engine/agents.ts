import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

/** Sentences about agents, workspaces and the people who share the machine. */
const ko = {
  agents: {
    line: (name: string, wakeWord: string, active: boolean) =>
      `- ${name}${wakeWord && ` (호출어: ${wakeWord})`}${active ? ' · 지금 쓰는 중' : ''}`,
    created: (name: string) => `비서 ${josa(name, '을/를')} 만들었어요.`,
    active: (name: string) => `이제 ${josa(name, '과/와')} 이야기해요.`,
    edited: (count: number) => `${count}줄을 고쳤어요. 고치기 전 내용은 스냅숏으로 남아 있어요.`,
    noMatch: '그런 내용이 든 줄이 없어요.',
    tooMany: (count: number) =>
      `${count}줄이 바뀌어요. 정말 바꾸려면 confirm을 true로 해서(명령에서는 --yes로) 다시 요청해 주세요.`,
  },
  workspaces: {
    line: (name: string, active: boolean) => `- ${name}${active ? ' · 지금 쓰는 중' : ''}`,
    created: (name: string) => `워크스페이스 ${josa(name, '을/를')} 만들었어요.`,
    active: (name: string) => `워크스페이스를 ${josa(name, '으로/로')} 바꿨어요.`,
  },
  profiles: {
    line: (name: string, id: string, aliases: string[]) =>
      `- ${name} (${id})${aliases.length > 0 ? ` · 다른 이름: ${aliases.join(', ')}` : ''}`,
    created: (name: string) => `프로필 ${josa(name, '을/를')} 만들었어요.`,
    alias: (name: string, alias: string) => `${name}의 다른 이름으로 ${josa(alias, '을/를')} 추가했어요.`,
    renamed: (name: string) => `이름을 ${josa(name, '으로/로')} 바꿨어요.`,
    merged: (from: string, into: string, facts: number) =>
      `${from}의 기억 ${facts}개와 대화를 ${into}에게 옮기고 하나로 합쳤어요.`,
  },
  delegated: (agent: string) => `${agent}에게 맡김`,
  nested: '맡은 일을 다시 다른 비서에게 맡길 수는 없어요.',
  missing: (fields: string) => `빠진 값이 있어요: ${fields}`,
  taken: (name: string, by: string) =>
    `${josa(name, '은/는')} 이미 쓰고 있어요${by && ` (${by})`}. 다른 이름을 골라 주세요.`,
  same: (name: string) => `둘 다 ${josa(name, '이에요/예요')}. 합칠 다른 프로필을 골라 주세요.`,
  unknown: (name: string) => `‘${name}’ 이름을 찾을 수 없어요. 목록을 먼저 확인해 주세요.`,
  noWorkspace: (name: string, names: string) =>
    `‘${name}’ 워크스페이스가 없어요. 있는 것: ${names}. 새로 만들려면: assistant workspace create ${name}`,
  noAgent: (name: string, workspace: string, names: string) =>
    `${workspace} 워크스페이스에는 ‘${name}’ 비서가 없어요. 있는 비서: ${names || '없음'}. 새로 만들려면: assistant agent create ${name}`,
  unusable: (name: string) => `이름으로 쓸 수 없어요: ${name}`,
  effect: (what: string, args: string) => `${what} ${args}`,
}

const en: typeof ko = {
  agents: {
    line: (name, wakeWord, active) => `- ${name}${wakeWord && ` (wake word: ${wakeWord})`}${active ? ' · in use' : ''}`,
    created: (name) => `Made the agent ${name}.`,
    active: (name) => `You are talking with ${name} now.`,
    edited: (count) => `Edited ${counted(count, 'line')}; what stood there is kept as a snapshot.`,
    noMatch: 'No line holds that.',
    tooMany: (count) =>
      `${counted(count, 'line')} would change. Ask again with confirm: true (--yes as a command) if that is meant.`,
  },
  workspaces: {
    line: (name, active) => `- ${name}${active ? ' · in use' : ''}`,
    created: (name) => `Made the workspace ${name}.`,
    active: (name) => `The workspace is ${name} now.`,
  },
  profiles: {
    line: (name, id, aliases) => `- ${name} (${id})${aliases.length > 0 ? ` · also: ${aliases.join(', ')}` : ''}`,
    created: (name) => `Made the profile ${name}.`,
    alias: (name, alias) => `${name} is called ${alias} too now.`,
    renamed: (name) => `The name is ${name} now.`,
    merged: (from, into, facts) =>
      `Moved ${counted(facts, 'fact')} and the conversations of ${from} to ${into}; they are one now.`,
  },
  delegated: (agent) => `given to ${agent}`,
  nested: 'A delegated task cannot be delegated again.',
  missing: (fields) => `Missing: ${fields}`,
  taken: (name, by) => `${name} is taken${by && ` (${by})`}. Choose another name.`,
  same: (name) => `Both are ${name}. Choose another profile to merge.`,
  unknown: (name) => `There is no ‘${name}’. Look at the list first.`,
  noWorkspace: (name, names) =>
    `There is no workspace ‘${name}’. There are: ${names}. To make it: assistant workspace create ${name}`,
  noAgent: (name, workspace, names) =>
    `There is no agent ‘${name}’ in ${workspace}. There are: ${names || 'none'}. To make it: assistant agent create ${name}`,
  unusable: (name) => `This cannot be a name: ${name}`,
  effect: (what, args) => `${what} ${args}`,
}

export const agentMessages = { ko, en }
