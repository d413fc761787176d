// A process of its own, whose environment says which authorities it trusts: `node docs-cluster.ts URL TOKEN` prints
// the documents of the cluster at URL as JSON.
import { OpenSearchStore } from '../../src/retrieval/opensearch/store.ts'

const [url = '', token = ''] = process.argv.slice(2)
console.log(
  JSON.stringify(await new OpenSearchStore({ url, token, index: 'docs-main' }).list(new AbortController().signal)),
)
