import { counted } from '../counted.ts'

interface Status {
  kind: 'keyword' | 'vector' | 'opensearch'
  files: number
  chunks: number
  vectors?: number
  bytes?: number
}

interface Chosen {
  documents: readonly string[]
  without: readonly string[]
}

/** Paths where the index is behind the files. */
interface Behind {
  missing: readonly string[]
  changed: readonly string[]
  gone: readonly string[]
}

/** A few of many paths, a line each. */
const listSome = (paths: readonly string[], more: (count: number) => string) => [
  ...paths.slice(0, 5).map((path) => `  ${path}`),
  ...(paths.length > 5 ? [`  ${more(paths.length - 5)}`] : []),
]

const formatMegabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

/** Reasons why a document is not read. */
const koFault = {
  binary: '글이 아닌 파일이라 건너뛰었어요.',
  encrypted: '비밀번호로 잠긴 파일이에요. 비밀번호를 푼 뒤 다시 추가해 주세요.',
  scanned:
    '글자가 그림으로만 들어 있어서 읽지 못했어요. tesseract가 한국어 데이터와 함께 설치되어 있으면 `assistant docs add`가 읽고 (예: apt install tesseract-ocr-kor), `--see`를 붙이면 지금 쓰는 모델이 읽어요.',
  protected: 'DRM이 걸린 문서라 글을 꺼내지 못해요. 한글에서 일반 문서로 저장해 추가해 주세요.',
  costly: '읽는 데 시간이나 메모리가 너무 많이 들어서 그만뒀어요. 다른 형식으로 저장해 추가해 주세요.',
  damaged: '파일이 손상되어 읽지 못했어요. 다시 저장한 뒤 추가해 주세요.',
  empty: '안에 글이 없어요. 내용을 확인해 주세요.',
  large: '파일이 너무 커요. 나누어 저장한 뒤 추가해 주세요.',
  unsupported: '아직 읽지 못하는 형식이에요. PDF, DOCX, XLSX, PPTX, HWP나 텍스트로 바꿔 주세요.',
  oldHwp: '아래아한글 3.0 이전 형식이에요. 한글에서 열어 HWPX나 HWP 5.0으로 저장한 뒤 추가해 주세요.',
  link: '바로가기(심볼릭 링크)라서 따라가지 않았어요. 원본의 경로를 추가해 주세요.',
  unreadable: '파일을 열 권한이 없어요. 권한을 확인해 주세요.',
  gone: '파일을 찾지 못했어요. 경로를 확인해 주세요.',
}

const enFault: typeof koFault = {
  binary: 'not a text file; skipped.',
  encrypted: 'locked with a password. Remove it and add the file again.',
  scanned:
    'its words are only a picture and were not read. Where tesseract is installed (such as apt install tesseract-ocr), `assistant docs add` reads them; with `--see` the model in use does.',
  protected: 'protected against copying (DRM). Save it as an ordinary document, then add it.',
  costly: 'takes too much time or memory to read. Save it in another format, then add it.',
  damaged: 'damaged and could not be read. Save it again, then add it.',
  empty: 'there is no text in it. Check its content.',
  large: 'too large. Split it, then add the parts.',
  unsupported: 'a format that cannot be read yet. Convert it to PDF, DOCX, XLSX, PPTX, HWP or text.',
  oldHwp: 'a file of Hangul 3.0 or older. Open it in Hangul and save it as HWPX or HWP 5.0, then add it.',
  link: 'a symbolic link; not followed. Add the path of the original.',
  unreadable: 'no permission to open it. Check its permissions.',
  gone: 'not found. Check the path.',
}

/** A few of many pages. */
const pageList = (pages: readonly number[]) => `${pages.slice(0, 10).join(', ')}${pages.length > 10 ? ', …' : ''}`

/** Sentences of `docs`, its tool and its progress. `files` and `chunks` are counts, `left` a duration in words. */
const ko = {
  fault: koFault,
  skipped: (path: string, fault: DocumentFault): string => `${path}: ${koFault[fault]}`,
  unread: (path: string, pages: readonly number[]) =>
    `${path}: ${pages.length}쪽은 글자가 그림으로만 들어 있어 읽지 못했어요 (${pageList(pages)}쪽).`,
  morePictures: (count: number) => `그 밖의 그림 ${count}개도 같은 이유로 읽지 않았어요.`,
  progress: (done: number, total: number, chunks: number, left: string) =>
    `문서 ${done}/${total} · 문단 ${chunks}${left && ` · 약 ${left} 남음`}`,
  embedding: (done: number, total: number) => `임베딩 만드는 중 ${done}/${total}`,
  reset: '임베딩 모델이 바뀌어 임베딩을 다시 만들어요.',
  rebuilt: (path: string) => `문서 색인이 손상되어 원본에서 다시 만들어요. 손상된 파일은 ${path}에 남겨 두었어요.`,
  finished: (added: number, unchanged: number, removed: number, skipped: number) =>
    `문서 ${added}개를 색인했어요. 그대로 ${unchanged}개, 지움 ${removed}개, 건너뜀 ${skipped}개.`,
  nothing: '문서에서 관련된 내용을 찾지 못했어요. 다른 단어로 물어보거나 `assistant docs add`로 문서를 추가해 주세요.',
  none: '아직 추가한 문서가 없어요. `assistant docs add 경로`로 추가해 주세요.',
  changed: { indexed: (path: string) => `색인함: ${path}`, removed: (path: string) => `뺌: ${path}` },
  stopped: '멈췄어요. 여기까지는 색인되어 있어요. `assistant docs reindex`로 이어갈 수 있어요.',
  watching: '폴더를 지켜보고 있어요. 멈추려면 Ctrl+C를 누르세요.',
  heads: ['문서', '문단', '고친 날'],
  removed: (count: number) =>
    count === 0
      ? '그 경로로 색인한 문서가 없어요. `assistant docs list`로 볼 수 있어요.'
      : `문서 ${count}개를 뺐어요. 원본은 그대로예요.`,
  noSource: (count: number) =>
    count === 0
      ? '마지막 대화의 답에 출처가 없어요. 문서에 대해 물어본 뒤에 열거나, 파일을 적어 주세요: assistant docs open 규정.md:12'
      : `마지막 답의 출처는 ${count}개예요. \`assistant docs open\`으로 볼 수 있어요.`,
  badCount: '--count는 1부터 100까지의 수예요.',
  noSight: (model: string) =>
    `${model} 모델은 그림을 볼 수 없어요. 그림을 보는 모델을 골라 주세요: assistant config set model 이름`,
  seen: (pages: number, model: string, cost: string) =>
    `그림 ${pages}쪽을 ${model} 모델이 읽었어요${cost && ` (${cost})`}.`,
  badKind: (kinds: string) => `--kind는 이 가운데 하나예요: ${kinds}.`,
  badDay: (said: string) => `날짜로 읽을 수 없어요: ${said}. 이렇게 적어 주세요: 2026-11-01`,
  noPath: (path: string) => `파일이나 폴더가 없어요: ${path}. 경로를 확인해 주세요.`,
  noWorkspace: (name: string, there: string) => `‘${name}’ 워크스페이스가 없어요. 있는 것: ${there}.`,
  status: ({ kind, files, chunks, vectors, bytes }: Status, { documents, without }: Chosen) =>
    [
      `찾는 방식: ${{ keyword: '단어', vector: '단어 + 의미', opensearch: 'OpenSearch' }[kind]}`,
      `문서 ${files}개 · 문단 ${chunks}개${vectors === undefined ? '' : ` · 벡터 ${vectors}개`}${bytes === undefined ? '' : ` · ${formatMegabytes(bytes)}MB`}`,
      ...(documents.length === 0 ? [] : ['추가한 경로:', ...documents.map((path) => `  ${path}`)]),
      ...(without.length === 0
        ? []
        : ['그중 뺀 경로 (`assistant docs add 경로`로 다시 넣어요):', ...without.map((path) => `  ${path}`)]),
    ].join('\n'),
  behind: ({ missing, changed, gone }: Behind) => {
    const more = (count: number) => `… 외 ${count}개`
    if (missing.length + changed.length + gone.length === 0) return '색인이 파일과 같아요.'
    return [
      ...(changed.length > 0
        ? [`바뀐 파일 ${changed.length}개 (물어볼 때 다시 읽어요):`, ...listSome(changed, more)]
        : []),
      ...(gone.length > 0 ? [`없어진 파일 ${gone.length}개:`, ...listSome(gone, more)] : []),
      ...(missing.length > 0
        ? [`색인에 없는 파일 ${missing.length}개 (새 파일이거나 읽지 못하는 파일):`, ...listSome(missing, more)]
        : []),
      '맞추려면: assistant docs reindex',
    ].join('\n')
  },
  compared: (asked: number, words: number, hybrid: number, better: 'words' | 'hybrid') =>
    `문서로 만든 질문 ${asked}개 가운데 찾은 것: 단어로 ${words}개, 의미까지 ${hybrid}개. ${
      better === 'hybrid'
        ? '의미로도 찾는 편이 나아요.'
        : '단어로 찾는 편이 빨라요: assistant config set docs.store keyword'
    }`,
  noEmbedder:
    '의미로 찾으려면 임베딩을 만들 곳이 필요해요. `assistant config set docs.embedder local`(또는 ollama, openai, compatible)로 정해 주세요.',
  noLocalModel: (name: string, there: string) => `‘${name}’라는 임베딩 모델이 없어요. 받을 수 있는 것: ${there}.`,
  modelNotHere: (name: string) => `임베딩 모델이 아직 없어요. \`assistant models pull ${name}\`로 받아 주세요.`,
  noEmbedModel: '임베딩 모델의 이름이 필요해요. `assistant config set docs.embedModel 이름`으로 정해 주세요.',
  noCluster: 'OpenSearch의 주소가 필요해요. OPENSEARCH_URL을 https://사용자:비밀번호@주소:9200 모양으로 정해 주세요.',
  duration: (seconds: number) => (seconds < 60 ? `${seconds}초` : `${Math.round(seconds / 60)}분`),
}

const en: typeof ko = {
  fault: enFault,
  skipped: (path, fault) => `${path}: ${enFault[fault]}`,
  unread: (path, pages) =>
    `${path}: ${counted(pages.length, 'page is only a picture and was', 'pages are only pictures and were')} not read (${pageList(pages)}).`,
  morePictures: (count) => `${count} more pictures were not read for the same reason.`,
  progress: (done, total, chunks, left) =>
    `documents ${done}/${total} · passages ${chunks}${left && ` · about ${left} left`}`,
  embedding: (done, total) => `embedding ${done}/${total}`,
  reset: 'The embedding model has changed; vectors are made anew.',
  rebuilt: (path) => `The document index was damaged. It was moved to ${path} and is being rebuilt from the documents.`,
  finished: (added, unchanged, removed, skipped) =>
    `Indexed ${counted(added, 'document')}; ${unchanged} unchanged, ${removed} removed, ${skipped} skipped.`,
  nothing:
    'Nothing about that was found in the documents. Try other words, or add documents with `assistant docs add`.',
  none: 'No documents yet. Add some with `assistant docs add PATH`.',
  changed: { indexed: (path) => `indexed: ${path}`, removed: (path) => `removed: ${path}` },
  stopped: 'Stopped. What is done is indexed; `assistant docs reindex` goes on.',
  watching: 'Watching the folders. Ctrl+C ends it.',
  heads: ['document', 'passages', 'changed'],
  removed: (count) =>
    count === 0
      ? 'Nothing was indexed from there. See `assistant docs list`.'
      : `Took out ${counted(count, 'document')}. The originals stay.`,
  noSource: (count) =>
    count === 0
      ? 'The last answer has no sources. Ask about your documents first, or name a file: assistant docs open rules.md:12'
      : `The last answer has ${count === 1 ? 'one source' : `${count} sources`}. \`assistant docs open\` lists them.`,
  badCount: '--count takes a number from 1 to 100.',
  noSight: (model) => `${model} cannot see pictures. Choose a model that can: assistant config set model NAME`,
  seen: (pages, model, cost) => `${model} read ${counted(pages, 'page')} of pictures${cost && ` (${cost})`}.`,
  badKind: (kinds) => `--kind is one of: ${kinds}.`,
  badDay: (said) => `This is not a day: ${said}. Write it like this: 2026-11-01`,
  noPath: (path) => `No such file or folder: ${path}. Check the path.`,
  noWorkspace: (name, there) => `There is no workspace ‘${name}’. There are: ${there}.`,
  status: ({ kind, files, chunks, vectors, bytes }, { documents, without }) =>
    [
      `store: ${{ keyword: 'words', vector: 'words and meaning (vectors)', opensearch: 'OpenSearch' }[kind]}`,
      `${counted(files, 'document')} · ${counted(chunks, 'passage')}${vectors === undefined ? '' : ` · ${counted(vectors, 'vector')}`}${bytes === undefined ? '' : ` · ${formatMegabytes(bytes)} MB`}`,
      ...(documents.length === 0 ? [] : ['added paths:', ...documents.map((path) => `  ${path}`)]),
      ...(without.length === 0
        ? []
        : ['of these left out (`assistant docs add path` takes one back in):', ...without.map((path) => `  ${path}`)]),
    ].join('\n'),
  behind: ({ missing, changed, gone }) => {
    const more = (count: number) => `… and ${count} more`
    if (missing.length + changed.length + gone.length === 0) return 'The index is as the files are.'
    return [
      ...(changed.length > 0
        ? [`${changed.length} changed (read again when they are asked for):`, ...listSome(changed, more)]
        : []),
      ...(gone.length > 0 ? [`${gone.length} gone:`, ...listSome(gone, more)] : []),
      ...(missing.length > 0
        ? [`${missing.length} not in the index (new, or not to be read):`, ...listSome(missing, more)]
        : []),
      'To bring it in step: assistant docs reindex',
    ].join('\n')
  },
  compared: (asked, words, hybrid, better) =>
    `Of ${counted(asked, 'question')} made of the documents, found by words: ${words}, with meaning: ${hybrid}. ${
      better === 'hybrid'
        ? 'Searching by meaning, too, finds more.'
        : 'By words it is faster: assistant config set docs.store keyword'
    }`,
  noEmbedder:
    'Searching by meaning needs an embedder. Choose one with `assistant config set docs.embedder local` (or ollama, openai, compatible).',
  noLocalModel: (name, there) => `There is no embedding model ‘${name}’. There are: ${there}.`,
  modelNotHere: (name) => `The embedding model is not here yet. Get it with \`assistant models pull ${name}\`.`,
  noEmbedModel: 'The embedding model has no name. Give it with `assistant config set docs.embedModel NAME`.',
  noCluster: 'The address of OpenSearch is missing. Set OPENSEARCH_URL like https://user:password@host:9200.',
  duration: (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`),
}

/** Reason why a document cannot be read. */
export type DocumentFault = keyof typeof koFault

/** Sentences about documents. */
export const docsMessages = { ko, en }
