// The used part of sherpa-onnx-node, which comes without types. Configurations are passed on as the manifest gives
// them.
declare module 'sherpa-onnx-node' {
  export interface Stream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void
    inputFinished(): void
  }
  export class Vad {
    constructor(config: object, bufferSeconds: number)
    acceptWaveform(samples: Float32Array): void
    isDetected(): boolean
    isEmpty(): boolean
    pop(): void
    /** Ends the segment under way. */
    flush(): void
  }
  export class OnlineRecognizer {
    constructor(config: object)
    createStream(): Stream
    isReady(stream: Stream): boolean
    decode(stream: Stream): void
    getResult(stream: Stream): { text: string; tokens: string[] }
  }
  export class OfflineRecognizer {
    constructor(config: object)
    createStream(): Stream
    /** Decodes on a thread of its own. */
    decodeAsync(stream: Stream): Promise<{ text: string; tokens: string[] }>
  }
  export class KeywordSpotter {
    constructor(config: object)
    createStream(): Stream
    isReady(stream: Stream): boolean
    decode(stream: Stream): void
    reset(stream: Stream): void
    getResult(stream: Stream): { keyword: string }
  }
  export class SpeakerEmbeddingExtractor {
    constructor(config: object)
    createStream(): Stream
    compute(stream: Stream, enableExternalBuffer: boolean): Float32Array
  }
  export class OfflineTts {
    static createAsync(config: object): Promise<OfflineTts>
    readonly sampleRate: number
    generateAsync(request: object): Promise<{ samples: Float32Array; sampleRate: number }>
  }
  export class GenerationConfig {
    constructor(config: object)
  }
}
