import { expect, test } from 'vitest'
import { createRedactor } from '../../../../src/ui/telegram/outbound/redact.ts'

const scrub = createRedactor({
  folders: ['/home/kimcs', '/home/kimcs/.local/share/assistant', '/data/비서'],
  names: ['kimcs', 'device-7f3a', 'root'],
  redact: (text) => text.replaceAll('my-secret-value', '••••'),
})

test.each([
  ['/home/kimcs/docs/보고서.md를 읽었어요', '보고서.md를 읽었어요'],
  ['파일: /home/kimcs/.local/share/assistant/memory/me.md:3', '파일: me.md:3'],
  ['/data/비서/a.txt와 /data/비서', 'a.txt와 …'],
  ['집은 /home/kimcs 이고 /Users/lee/x.png도', '집은 … 이고 x.png도'],
  ['C:\\Users\\kim\\Desktop\\a.docx 열기', 'a.docx 열기'],
  ['{"path":"C:\\\\Users\\\\kim\\\\a.docx"}', '{"path":"a.docx"}'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123 였어요', 'Bearer •••• 였어요'],
  [
    'postgres://u:p4ss@db.example/x, redis://:pw@h:1, https://a.example:8080/b@c',
    'postgres://u:••••@db.example/x, redis://:••••@h:1, https://a.example:8080/b@c',
  ],
  ['서명 없는 eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0In0', '서명 없는 ••••'],
  ['postgres://u:p@ss@db.example/x', 'postgres://u:••••@db.example/x'],
  ['C:\\Program Files\\App\\a.exe, D:/work/b.txt', 'a.exe, b.txt'],
  ['\\\\nas\\kim\\c.docx에서', 'c.docx에서'],
  ['비율 3:1, 예: a/b', '비율 3:1, 예: a/b'],
  ['mcp_app_append와 `mcp_files_read_file`로', 'app · append와 `files · read file`로'],
  ['~/secret/plan.md', 'plan.md'],
  ['file:///etc/passwd', 'passwd'],
  ['사용자는 kimcs예요, kimcs.', '사용자는 •••예요, •••.'],
  ['기기 device-7f3a에서', '기기 •••에서'],
  ['봇 123456789:AAtestTESTtestTESTtestTESTtestTEST', '봇 ••••'],
  ['키 sk-abcdefghijklmnopqrstuvwx 와 my-secret-value', '키 •••• 와 ••••'],
  ['root cause는 https://example.com/home/kim/a 예요', 'root cause는 https://example.com/home/kim/a 예요'],
  ['and/or, 1/2, 24/7, /help, 3/home/x', 'and/or, 1/2, 24/7, /help, 3/home/x'],
])('%s', (text, shown) => {
  expect(scrub(text)).toBe(shown)
})
