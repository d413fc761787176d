import type { ServiceClaim } from '../../core/service/service.ts'
import type { ServiceCode } from '../../core/service/service-code.ts'
import type { Event, Input } from '../../protocol/index.ts'
import type { ClaimingService } from '../../services/declared/claim.ts'
import type { ServiceFile } from '../../services/declared/schema.ts'
import minimalFile from '../../services/minimal/service.json' with { type: 'json' }
import transferFile from '../../services/transfer/service.json' with { type: 'json' }
import { fileExists } from '../../std/fs/files.ts'
import type { AppContext } from '../context/app-context.ts'
import { ledgerPath, logService, openLedgerFile, ranSentence, sendDue } from './scheduled-transfers.ts'

/** A service that comes with the program: a folder like those of a person, with code that runs in this process. */
export interface BuiltIn {
  file: ServiceFile
  /** It moves what is the owner's alone: a token for many people cannot be granted it. */
  ofOwner?: true
  /** Its claim, where code makes it and its words are only a wide net. */
  claim?(): Promise<(text: string) => ServiceClaim>
  /** Something of it is kept in this home, so that words may speak of it that do not name it. */
  isUsed?(parts: AppContext): Promise<boolean>
  open?(parts: AppContext): Promise<OpenBuiltIn>
  /** Its code as a rehearsal has it, which writes below this folder and nowhere else. */
  rehearsed?(folder: string, now: () => Date): Promise<ServiceCode>
}

export interface OpenBuiltIn {
  code: ServiceCode
  /** A yes that was only heard counts. */
  byVoice: boolean
  /** Work and messages before an input is looked at. */
  before?(input: Input): AsyncGenerator<Event>
}

/** All of them, in the order in which they are asked whether an input is theirs. */
export const builtIns: readonly BuiltIn[] = [
  {
    file: transferFile as ServiceFile,
    ofOwner: true,
    claim: async () => (await import('../../services/transfer/claim.ts')).claimTransfer,
    isUsed: ({ loaded }) => fileExists(ledgerPath(loaded)),
    open: openTransfer,
    rehearsed: rehearsedTransfer,
  },
  { file: minimalFile as ServiceFile },
]

/** True if a service moves what is the owner's alone. */
export const isOfOwner = (name: string): boolean => builtIns.some(({ file, ofOwner }) => ofOwner && file.name === name)

/** The built-in services that are not switched off, as others compare their words with them. */
export function claimingBuiltIns(off: readonly string[] = []): Promise<ClaimingService[]> {
  const on = builtIns.filter(({ file }) => !off.includes(file.name))
  return Promise.all(on.map(async ({ file, claim }) => ({ file, ...(claim ? { claim: await claim() } : {}) })))
}

async function rehearsedTransfer(folder: string, now: () => Date): Promise<ServiceCode> {
  const [{ transferCode }, { openLedger }] = await Promise.all([
    import('../../services/transfer/index.ts'),
    import('../../services/transfer/ledger.ts'),
  ])
  return transferCode(openLedger(`${folder}.jsonl`, now), 'ko')
}

async function openTransfer(parts: AppContext): Promise<OpenBuiltIn> {
  const [{ transferCode }, ledger] = await Promise.all([
    import('../../services/transfer/index.ts'),
    openLedgerFile(parts),
  ])
  return {
    code: transferCode(ledger, parts.language),
    // A bank outside is not moved by voice.
    byVoice: ledger.outside === undefined,
    /**
     * Sends what is due, so that the ledger is right when it is asked; a bank outside may be slow and is left to the
     * jobs. Other surfaces hear of it as it happens; a run that answers once and ends tells it with its answer. A
     * ledger that cannot be read keeps nobody from talking: that goes to the log, and a transfer will say it.
     */
    async *before({ origin }) {
      try {
        if (!ledger.outside) await sendDue(parts, ledger)
        if (origin !== 'oneshot') return
        for (const ran of await ledger.ran()) {
          if (ran.told || !(await ledger.tell(ran.booking.key, origin))) continue
          yield { type: 'notice.given', code: 'service-said', data: { text: await ranSentence(ran, parts.language) } }
        }
      } catch (error) {
        await logService(parts, { service: 'transfer', error: String(error) })
      }
    },
  }
}
