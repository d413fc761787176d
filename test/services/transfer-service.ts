// The transfer service as the program has it: its folder through the loader of all services, over a ledger of the test.
import type { Service, ServiceDeps } from '../../src/core/service/service.ts'
import type { Input } from '../../src/protocol/index.ts'
import { declaredService } from '../../src/services/declared/definition.ts'
import type { ServiceFile } from '../../src/services/declared/schema.ts'
import { transferCode } from '../../src/services/transfer/index.ts'
import type { Ledger } from '../../src/services/transfer/ledger.ts'
import file from '../../src/services/transfer/service.json' with { type: 'json' }

export const transferFile = file as ServiceFile

export function transferService(
  ledger: Ledger,
  parts: ServiceDeps,
  mayMove: (input: Input) => boolean = () => true,
): Service {
  const refusal = (input: Input) => (mayMove(input) ? undefined : '이 작업은 앱에서 직접 실행해주세요')
  return declaredService(transferFile, transferCode(ledger, parts.language), { parts, refusal })
}
