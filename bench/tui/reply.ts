/**
 * A long answer as models write it: headings, prose in Korean and English, lists, tables and code, about `tokens`
 * tokens.
 */
export function replyTokens(tokens: number): string[] {
  const section = (n: number): string => `## ${n}. 분산 시스템의 합의 알고리즘

**합의**는 여러 노드가 하나의 값에 동의하는 과정이에요. 네트워크가 나뉘거나 노드가 멈춰도 *안전성*을 지켜야 하고, 충분히 많은 노드가 살아 있으면 언젠가 끝나야 해요. Raft keeps a replicated log and elects one leader per term, see https://raft.github.io for more.

- 리더 선출: 과반수의 표를 받은 노드가 리더가 돼요
- 로그 복제: \`AppendEntries\`로 항목을 보내고 과반수가 저장하면 확정해요
- 안전성: 확정된 항목은 어떤 리더도 지울 수 없어요

| 알고리즘 | 장애 모델 | 필요한 노드 |
|---|---|--:|
| Raft | 멈춤 | 2f+1 |
| PBFT | 임의 | 3f+1 |

\`\`\`ts
export function quorum(nodes: number): number {
  // 과반수: 절반보다 하나 많은 수
  return Math.floor(nodes / 2) + 1
}
const votes = peers.filter((peer) => peer.granted).length
\`\`\`

`
  const parts: string[] = []
  for (let n = 1; parts.length < tokens; n++)
    parts.push(...(section(n).match(/[가-힣]{1,2}|[a-zA-Z]{1,5}|\s+|[^\s가-힣a-zA-Z]{1,2}/gu) ?? []))
  return parts.slice(0, tokens)
}
