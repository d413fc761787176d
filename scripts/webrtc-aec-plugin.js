import { readFile } from 'node:fs/promises'

/**
 * Elsewhere than in a browser WebRTC's echo canceller looks for a file beside its own; a bundle has its wasm in a
 * variable, which it forgets to declare.
 */
export default {
  name: 'webrtc-aec',
  setup(build) {
    build.onLoad({ filter: /webrtcaec3-[\d.]+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const asked = 'var WebRtcAec3 = config || {};'
      if (!source.includes('WebRtcAec3Wasm="data:') || !source.includes(asked))
        throw new Error(
          '@ennuicastr/webrtcaec3.js no longer carries its wasm as a data: URL: look at scripts/webrtc-aec-plugin.js',
        )
      const given = 'var WebRtcAec3={wasmBinary:Buffer.from(WebRtcAec3Wasm.split(",")[1],"base64")};'
      return { contents: `var WebRtcAec3Wasm;${source.replace(asked, given)}` }
    })
  },
}
