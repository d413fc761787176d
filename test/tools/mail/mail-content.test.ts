import { expect, test } from 'vitest'
import { parseMime } from '../../../src/std/mail/mime.ts'
import { contentOf, headerOf, peopleIn } from '../../../src/tools/mail/mail-content.ts'
import { type Letter, letters, mailWriters, writeMail } from '../../fakes/mail-writers.ts'

/** What a person has to see of a letter. */
function meant({ subject, from, text, files = [], inline, invitation, cc, replyTo, picture, forwarded }: Letter) {
  return {
    ...{ subject, from },
    words: [...text, ...(inline ? [inline.content] : []), ...(forwarded ? [forwarded.subject, forwarded.text] : [])],
    files: [
      ...(picture ? ['photo.png'] : []),
      ...files.map(({ name }) => name),
      ...(inline ? [inline.name] : []),
      ...(forwarded ? [`${forwarded.subject}.eml`] : []),
    ],
    calendars: invitation ? 1 : 0,
    cc: cc ?? '',
    replyTo: replyTo ?? '',
  }
}

/** What is seen of it; of its words those that are meant, in order, and whether letters were lost. */
function seen(bytes: Buffer, { words }: ReturnType<typeof meant>) {
  const message = parseMime(bytes)
  const { text, attachments, calendars } = contentOf(message)
  const [from] = peopleIn(message, 'from')
  let at = 0
  const found = words.filter((one) => {
    const place = text.indexOf(one, at)
    at = place < 0 ? at : place + one.length
    return place >= 0
  })
  const [other] = peopleIn(message, 'cc')
  return {
    ...{ subject: headerOf(message, 'subject'), from },
    words: text.includes('\ufffd') || /requires an HTML/.test(text) ? [`lost: ${text}`] : found,
    files: attachments.map(({ name }) => name),
    calendars: calendars.filter((ics) => ics.includes('SUMMARY:주간 회의')).length,
    cc: other ? `${other.name} <${other.address}>` : '',
    replyTo: peopleIn(message, 'reply-to')[0]?.address ?? '',
  }
}

test.each(mailWriters)('what $name writes is seen whole', (writer) => {
  const mails = letters.flatMap((letter) => {
    const bytes = writeMail(letter, writer)
    return bytes ? [{ bytes, wanted: meant(letter) }] : []
  })
  expect(mails.map(({ bytes, wanted }) => seen(bytes, wanted))).toEqual(mails.map(({ wanted }) => wanted))
})

test('there are enough of them', () => {
  const all = mailWriters.flatMap((writer) => letters.map((letter) => writeMail(letter, writer)))
  expect(all.filter(Boolean).length).toBeGreaterThan(120)
})
