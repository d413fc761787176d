import { expect, test } from 'vitest'
import { placeOf } from '../../../src/app/tools/permission-rules.ts'
import { programsOfOptions } from '../../../src/core/permissions/program-options.ts'
import { createRule, type RuleLists } from '../../../src/core/permissions/rules.ts'

const shell = (lists: Partial<RuleLists>, command: string) =>
  createRule({ allow: [], ask: [], deny: [], ...lists }, placeOf({ cwd: '/w', userHome: '/home/kim' }))(
    { name: 'shell', category: 'restricted', facts: { subject: 'command' } },
    { command },
  )

// From what is published of programs that run others for an option (GTFOBins; argument injection vectors).
test.each([
  'rg --pre RUN foo',
  'rg --pre=RUN foo',
  'rg --hostname-bin RUN --hyperlink-format default foo',
  'fd -x RUN',
  'fdfind . -X RUN',
  'fd --exec-batch RUN',
  'go test -exec RUN ./...',
  'tar -cf a.tar --checkpoint=1 --checkpoint-action=exec=RUN b',
  'tar -I RUN -xf a.tar',
  'tar --use-compress-program=RUN -xf a.tar',
  'tar xf a.tar --to-command=RUN',
  'sort --compress-program=RUN a',
  'man -P RUN ls',
  'man --pager=RUN ls',
  'rsync -e RUN a b:c',
  'rsync --rsh=RUN a b:c',
  'scp -S RUN a b:',
  'split --filter=RUN a',
  'zip -TT RUN a.zip b',
  'docker run --entrypoint RUN image',
  'npm ci --script-shell=RUN',
  'crontab --editor RUN',
])('%s: the program that it runs is seen', (line) => {
  const command = line.replace('RUN', 'rm')
  const rule = `shell(${command.split(' ')[0]} *)`
  expect(shell({ allow: [rule] }, command)).not.toBe('allow')
  expect(shell({ allow: ['shell'], deny: ['shell(rm *)', 'shell(rm)'] }, command)).toBe('deny')
  // A script of the folder may do anything.
  expect(shell({ deny: ['shell(rm *)'] }, line.replace('RUN', './x.sh'))).toBe('deny')
})

test.each([
  'rg foo src',
  'rg -e --pre src',
  'fd pattern',
  'tar -xzf a.tgz',
  'tar xzf a.tgz',
  'rsync -av a b',
  'pip install --pre x',
  'cargo run --bin x',
  'docker ps --filter name=x',
  'npm run build',
  'sort -u a',
  'man ls',
])('%s: nothing is run besides', (line) => {
  const rule = `shell(${line.split(' ')[0]} *)`
  if (line.includes('-e --pre')) expect(shell({ allow: [rule] }, line)).not.toBe('deny')
  else expect(shell({ allow: [rule] }, line)).toBe('allow')
})

test('the words behind the option are told, and git is read elsewhere', () => {
  expect(programsOfOptions('rg', ['--pre', 'sh', '-c', 'x'])).toEqual(['sh -c x'])
  expect(programsOfOptions('tar', ['--checkpoint-action=exec=sh x'])).toEqual(['sh x'])
  expect(programsOfOptions('git', ['--exec', 'x'])).toEqual([])
  expect(programsOfOptions('toString', ['-x', 'y'])).toEqual([])
})
