import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchdPlist, systemdUnit, unitFor } from '../../../../src/app/surfaces/daemon/service-units.ts'
import { requires } from '../../../parts.ts'

const start = {
  node: process.execPath,
  script: '/opt/비서 "x"/100%/$bin/assistant.js',
  env: { ASSISTANT_HOME: '/data/나의 집' },
}

requires('systemd-analyze')('the systemd unit', () => {
  test('is accepted by systemd, with blanks, quotes, percent and dollar signs in its paths', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'assistant.service')
    writeFileSync(path, systemdUnit(start))
    const shell = `systemd-analyze verify ${path} 2>&1`
    expect(execFileSync('bash', ['-c', shell], { encoding: 'utf8' })).toBe('')
  })
})

test('the launchd agent says what to run, escaped', () => {
  const text = launchdPlist({ ...start, script: '/a<b>&c' })
  expect(text.match(/<string>.*<\/string>/g)).toEqual([
    '<string>assistant</string>',
    `<string>${process.execPath}</string>`,
    '<string>/a&lt;b&gt;&amp;c</string>',
    '<string>daemon</string>',
    '<string>/data/나의 집</string>',
  ])
})

test('a unit lies where each system looks for it; other systems have none', () => {
  expect(unitFor('linux', '/home/x', undefined, start)?.path).toBe('/home/x/.config/systemd/user/assistant.service')
  expect(unitFor('darwin', '/Users/x', undefined, start)?.path).toBe('/Users/x/Library/LaunchAgents/assistant.plist')
  expect(unitFor('win32', '/x', undefined, start)).toBeUndefined()
})
