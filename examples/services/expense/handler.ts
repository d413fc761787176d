import type { ServiceHandler } from 'assistant-terminal/service'

const managers: Record<string, string> = { A1: '김서연' }

export const submit: ServiceHandler = ({ key }) => ({ number: 7, key })

export const withdraw: ServiceHandler = ({ found }) => ({ withdrawn: found.submit.number })

export const check: ServiceHandler = ({ slots }) => {
  const manager = managers[String(slots.code).toUpperCase()]
  return manager ? { manager } : { failed: '그런 승인 번호가 없어요. 다시 알려주세요.', slot: 'code' }
}

export const pay: ServiceHandler = ({ key }) => ({ receipt: { key } })
