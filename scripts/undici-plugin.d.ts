import type { Plugin } from 'esbuild'

declare const plugin: Plugin
export default plugin
