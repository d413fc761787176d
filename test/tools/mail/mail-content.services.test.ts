import { expect, test } from 'vitest'
import { parseMime } from '../../../src/std/mail/mime.ts'
import { isoMinute } from '../../../src/std/time/local-time.ts'
import { readInvitation } from '../../../src/tools/calendar/invitations/invitation.ts'
import { contentOf, headerOf } from '../../../src/tools/mail/mail-content.ts'
import { type ServiceMail, serviceMails } from '../../fakes/mails-of-services.ts'

const zone = 'Asia/Seoul'

/** What is seen of a mail, in the form of what was meant. */
function seen({ bytes, says, hides = [] }: ServiceMail) {
  const message = parseMime(bytes)
  const { text, attachments, calendars } = contentOf(message)
  let at = 0
  const inOrder = says.filter((one) => {
    const place = text.indexOf(one, at)
    at = place < 0 ? at : place + one.length
    return place >= 0
  })
  const invites = calendars.flatMap((ics) => {
    const found = readInvitation(ics, zone, [])
    return found ? [`${found.method} ${isoMinute(found.event.start, zone)} ${found.event.title}`] : []
  })
  return {
    ...{ subject: headerOf(message, 'subject'), says: inOrder, shown: hides.filter((one) => text.includes(one)) },
    ...{ files: attachments.map(({ name }) => name), invites },
  }
}

test.each(serviceMails)('$kind', (mail) => {
  const { subject, says, files = [], invites = [] } = mail
  expect(seen(mail)).toEqual({ subject, says, shown: [], files, invites })
})

test('what is encrypted is told as such, and nothing else is', () => {
  const locked = serviceMails.filter(({ bytes }) => contentOf(parseMime(bytes)).isLocked)
  expect(locked.map(({ kind }) => kind)).toEqual(['S/MIME: encrypted', 'PGP: encrypted (RFC 3156)'])
})
