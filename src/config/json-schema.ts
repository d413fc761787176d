// Apart from zod/mini: needed only to say what was expected, never on the way to a right value.
export { toJSONSchema } from 'zod/mini'
