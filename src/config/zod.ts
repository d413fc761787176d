// The parts of zod that the table of settings uses, so that a bundle holds these and not the whole library.
export {
  array,
  boolean,
  enum,
  gte,
  int,
  lte,
  minLength,
  optional,
  record,
  refine,
  regex,
  strictObject,
  string,
  trim,
  union,
  url,
} from 'zod/mini'
