import { embedJob } from '../retrieval/embedders/local.ts'
import { documentJob, scanJob } from '../retrieval/readers/read.ts'
import { caldavJob, draftJob, eventsJob } from '../tools/calendar/calendar-jobs.ts'
import { globJob } from '../tools/files/match-names.ts'
import { mailJob, outgoingJob } from '../tools/mail/mail-jobs.ts'
import { paintJob } from '../tools/picture/painter.ts'
import { validateJob } from '../tools/validate.ts'
import { pageJob } from '../tools/web/page.ts'

/** Everything that is done to bytes of other people's making in the child process. */
export const jobs = [
  pageJob,
  documentJob,
  scanJob,
  embedJob,
  globJob,
  validateJob,
  paintJob,
  eventsJob,
  caldavJob,
  draftJob,
  mailJob,
  outgoingJob,
]
