/** Only what is named here is bundled: a package that is imported as a whole brings grammars for 190 languages. */
export { common, createLowlight } from 'lowlight'
