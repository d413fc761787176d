import { counted } from '../counted.ts'

/** Refusals of the OpenAI-compatible addresses, for developers and people in front of a chat window. */
const ko = {
  noModel: (model: string, models: string) => `${model} 모델이 없어요. 쓸 수 있는 모델: ${models}`,
  noTools: 'tools는 받지 않아요. 비서가 자기 도구를 안에서 써요. tools 없이 보내 주세요.',
  unsupported: (field: string) => `${field}: 지원하지 않아요. 빼고 보내 주세요.`,
  invalid: (field: string) => `${field}: 형식이 맞지 않아요.`,
  noUser: '마지막 user 메시지가 비어 있지 않아야 해요.',
  goOn: '바로 앞의 답이 끊긴 데서부터 이어서 써 주세요. 앞부분은 되풀이하지 마세요.',
  tooLong: (limit: number) => `메시지가 너무 길어요. ${limit.toLocaleString('en')}자까지 보낼 수 있어요.`,
  picture: 'image_url은 5 MiB 이하의 PNG, JPEG, GIF, WebP를 data: 주소로 보내 주세요. 다른 주소는 열지 않아요.',
  manyPictures: (limit: number) => `그림은 한 번에 ${limit}장까지예요.`,
  noResponse: (id: string) => `${id} 응답을 찾지 못했어요.`,
  session: 'X-Session-Id는 글자, 숫자, _ . : - 로 128자까지예요.',
  earlier: '앞선 대화',
}
const en: typeof ko = {
  noModel: (model, models) => `There is no model ${model}. There are: ${models}`,
  noTools: 'tools are not taken: the assistant uses its own tools inside. Send the request without them.',
  unsupported: (field) => `${field} is not supported. Send the request without it.`,
  invalid: (field) => `${field} does not have the right form.`,
  noUser: 'The last user message must not be blank.',
  goOn: 'Please go on with the answer before this one from the point where it was cut. Do not repeat its beginning.',
  tooLong: (limit) => `The message is too long. Up to ${limit.toLocaleString('en')} characters are taken.`,
  picture:
    'An image_url must be a data: address of a PNG, JPEG, GIF or WebP of up to 5 MiB. No other address is opened.',
  manyPictures: (limit) => `Up to ${counted(limit, 'picture is', 'pictures are')} taken at once.`,
  noResponse: (id) => `There is no response ${id}.`,
  session: 'X-Session-Id has up to 128 letters, digits and _ . : - characters.',
  earlier: 'earlier conversation',
}
export const doorMessages = { ko, en }
