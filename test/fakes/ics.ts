/** One event as a calendar file. */
export const ics = (uid: string, lines: string[]) =>
  [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//test//ko',
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20261101T000000Z',
    ],
    ...[...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
