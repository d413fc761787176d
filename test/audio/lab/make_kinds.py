"""The smallest models with the interfaces of the kinds in the manifest. None has learned anything: a recogniser says one word when it is loud
and nothing when it is quiet, a voice hums longer the more it is given to say. Weights would only hide whether files, inputs and metadata fit. Folders and files are called as the manifest calls them: the test gives the manifest's own entries to the engine.

    python3 make_kinds.py [folder]        # needs onnx, onnxruntime and numpy
"""
import base64, json, os, struct, sys
import numpy as np, onnx, onnxruntime
from onnx import TensorProto as T, helper as h, numpy_helper

ROOT = sys.argv[1] if len(sys.argv) > 1 else '../../fixtures/voice-models/kinds'
F, I, I32, B = T.FLOAT, T.INT64, T.INT32, T.BOOL
here = lambda *path: os.path.join(ROOT, *path)

class Graph:
    """Nodes one after the other; constants are given by their values."""
    def __init__(self): self.nodes, self.constants = [], []
    def constant(self, value, dtype=np.float32):
        name = f'c{len(self.constants)}'; self.constants.append(numpy_helper.from_array(np.array(value, dtype), name)); return name
    def ints(self, *value): return self.constant(value, np.int64)
    def __call__(self, op, *inputs, out=None, **attributes):
        name = out or f'n{len(self.nodes)}'; self.nodes.append(h.make_node(op, list(inputs), [name], **attributes)); return name
    def save(self, file, inputs, outputs, meta={}):
        made = lambda each: [h.make_tensor_value_info(name, kind, shape) for name, kind, shape in each]
        graph = h.make_graph(self.nodes, 'kind', made(inputs), made(outputs), self.constants)
        model = h.make_model(graph, opset_imports=[h.make_opsetid('', 13)], ir_version=8)
        for key, value in meta.items(): p = model.metadata_props.add(); p.key, p.value = key, str(value)
        onnx.checker.check_model(model)
        os.makedirs(os.path.dirname(here(file)), exist_ok=True)
        if file.endswith('.ort'):  # the runtime's own format
            options = onnxruntime.SessionOptions(); options.optimized_model_filepath = here(file); options.add_session_config_entry('session.save_model_format', 'ORT')
            options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
            onnxruntime.InferenceSession(model.SerializeToString(), options)
        else: onnx.save(model, here(file))

def text(file, content):
    os.makedirs(os.path.dirname(here(file)), exist_ok=True); open(here(file), 'w').write(content)

def follows(size, pairs):
    """What comes after what: a row per symbol, 10 where the next one stands."""
    table = np.zeros((size, size), np.float32)
    for before, after in pairs: table[before, after] = 10
    return table

base64_tokens = lambda words: ''.join(f'{base64.b64encode(w.encode()).decode()} {i}\n' for i, w in enumerate(words))

def quiet_ends(g, loudness, end, size, threshold):
    """Pushes the end when the loudest is below the threshold."""
    lack = g('Relu', g('Sub', g.constant(threshold), loudness))
    return g('Mul', g('Mul', lack, g.constant(1000)), g.constant([[np.eye(size, dtype=np.float32)[end]]]))

def whisper():
    ko_word, en_word, end, sot, ko, en, translate, transcribe, no_time, no_speech = range(10); size = 10
    g = Graph()
    loud = g('ReduceMax', 'mel', axes=[1, 2], keepdims=1)
    g('Reshape', loud, g.ints(1, 1, 1, 1), out='n_layer_cross_k'); g('Reshape', loud, g.ints(1, 1, 1, 1), out='n_layer_cross_v')
    g.save('whisper-turbo/turbo-encoder.int8.onnx', [('mel', F, [1, 80, 'T'])], [('n_layer_cross_k', F, [1, 1, 1, 1]), ('n_layer_cross_v', F, [1, 1, 1, 1])], dict(
        model_type='whisper-test', n_mels=80, n_text_layer=1, n_text_ctx=8, n_text_state=1, n_vocab=size, sot=sot, eot=end, blank_id=0,
        translate=translate, transcribe=transcribe, is_multilingual=1, no_timestamps=no_time, no_speech=no_speech,
        sot_sequence=f'{sot},{ko},{transcribe}', all_language_tokens=f'{ko},{en}', all_language_codes='ko,en'))
    g = Graph()  # the language that was asked for decides the word
    rows = g('Gather', g.constant(follows(size, [(ko, ko_word), (en, en_word), (ko_word, end), (en_word, end), (sot, ko)])), 'tokens')
    said = g('Add', g('ReduceSum', rows, g.ints(1), keepdims=1), quiet_ends(g, g('Reshape', 'n_layer_cross_k', g.ints(1, 1, 1)), end, size, 0.5))
    g('Add', g('Mul', rows, g.constant(0.0)), said, out='logits')
    g('Identity', 'in_n_layer_self_k_cache', out='out_n_layer_self_k_cache'); g('Identity', 'in_n_layer_self_v_cache', out='out_n_layer_self_v_cache')
    cache, cross = [1, 'N', 8, 1], [1, 'N', 1, 1]
    g.save('whisper-turbo/turbo-decoder.int8.onnx', [('tokens', I, ['N', 'n']), ('in_n_layer_self_k_cache', F, cache), ('in_n_layer_self_v_cache', F, cache),
        ('n_layer_cross_k', F, cross), ('n_layer_cross_v', F, cross), ('offset', I, [1])],
        [('logits', F, ['N', 'n', size]), ('out_n_layer_self_k_cache', F, cache), ('out_n_layer_self_v_cache', F, cache)])
    words = ['네', 'yes'] + [f'<{i}>' for i in range(2, size)]
    text('whisper-turbo/turbo-tokens.txt', base64_tokens(words))

def byte_letters():
    """GPT-2's letters for bytes, which the tokenizer of Qwen spells with."""
    own = [*range(33, 127), *range(161, 173), *range(174, 256)]; rest = [b for b in range(256) if b not in own]
    return {b: chr(b) for b in own} | {b: chr(256 + n) for n, b in enumerate(rest)}

def qwen3():
    letters = byte_letters(); vocab = {letters[b]: b for b in range(256)}
    spell = lambda word: ''.join(letters[b] for b in word.encode())
    for word in ('assistant', 'language', ' Korean', '네'): vocab[spell(word)] = len(vocab)
    special = ['<|endoftext|>', '<|im_start|>', '<|im_end|>', '<|audio_start|>', '<|audio_end|>', '<|audio_pad|>', '<asr_text>']
    ids = {name: len(vocab) + i for i, name in enumerate(special)}; size = len(vocab) + len(special)
    text('qwen3-asr-0.6b/tokenizer/vocab.json', json.dumps(vocab, ensure_ascii=False)); text('qwen3-asr-0.6b/tokenizer/merges.txt', '#version: 0.2\n')
    text('qwen3-asr-0.6b/tokenizer/tokenizer_config.json', json.dumps({'eos_token': '<|im_end|>', 'pad_token': '<|endoftext|>', 'added_tokens_decoder':
        {str(i): {'content': name, 'special': name != '<asr_text>'} for name, i in ids.items()}}))
    g = Graph()  # eight frames are one
    g('Transpose', g('AveragePool', g('Transpose', 'input_features', perm=[0, 2, 1]), kernel_shape=[8], strides=[8], ceil_mode=1), perm=[0, 2, 1], out='conv_output')
    g.save('qwen3-asr-0.6b/conv_frontend.onnx', [('input_features', F, [1, 'T', 128])], [('conv_output', F, [1, 'A', 128])])
    g = Graph()
    g('Mul', 'conv_output', g('Unsqueeze', g('Where', 'feature_attention_mask', g.constant(1.0), g.constant(0.0)), g.ints(2)), out='audio_features')
    g.save('qwen3-asr-0.6b/encoder.int8.onnx', [('conv_output', F, [1, 'A', 128]), ('feature_attention_mask', B, [1, 'A'])], [('audio_features', F, [1, 'A', 128])])
    g = Graph()
    end, start, word = ids['<|im_end|>'], vocab[letters[10]], vocab[spell('네')]
    chain = [start, vocab[spell('language')], vocab[spell(' Korean')], ids['<asr_text>'], word, end]
    rows = g('Gather', g.constant(follows(size, zip(chain, chain[1:]))), 'input_ids')
    loud = g('ReduceMax', 'audio_features', axes=[1, 2], keepdims=1)
    lack = g('Mul', g('Relu', g('Sub', g.constant(0.0), loud)), g.constant(1000.0))
    after_text = g('Unsqueeze', g('Where', g('Equal', 'input_ids', g.constant(ids['<asr_text>'], np.int64)), g.constant(1.0), g.constant(0.0)), g.ints(2))
    g('Add', rows, g('Mul', g('Mul', lack, after_text), g.constant([[np.eye(size, dtype=np.float32)[end]]])), out='logits')
    one = g('Reshape', g('Mul', g('ReduceSum', rows, g.ints(2), keepdims=1), g.constant(0.0)), g.ints(1, -1, 1, 1))
    g('Identity', one, out='key_delta'); g('Identity', one, out='value_delta')
    past, delta = [1, 512, 1, 1], [1, 'n', 1, 1]
    g.save('qwen3-asr-0.6b/decoder.int8.onnx', [('input_ids', I, [1, 'n']), ('audio_features', F, [1, 'A', 128]), ('attention_mask', I, [1, 'm']), ('cache_position', I, ['p']),
        ('past_key', F, past), ('past_value', F, past)], [('logits', F, [1, 'n', size]), ('key_delta', F, delta), ('value_delta', F, delta)])

def moonshine():
    size, sos, end, word = 4, 1, 2, 3
    g = Graph()
    loud = g('ReduceMax', g('Abs', 'input_values'), axes=[1], keepdims=1)
    frames = g('Div', g('Shape', 'input_values'), g.constant([1, 384], np.int64))
    g('Expand', g('Unsqueeze', loud, g.ints(2)), g('Concat', frames, g.ints(1), axis=0), out='last_hidden_state')
    g.save('moonshine-tiny-ko/encoder_model.ort', [('input_values', F, [1, 'N'])], [('last_hidden_state', F, [1, 'T', 1])])
    g = Graph()
    rows = g('Gather', g.constant(follows(size, [(sos, word), (word, end)])), 'input_ids')
    loud = g('ReduceMax', 'encoder_hidden_states', axes=[1, 2], keepdims=1)
    g('Add', rows, quiet_ends(g, loud, end, size, 0.01), out='logits')
    state, names = [1, 1, 'P', 1], [f'{who}.{what}' for who in ('decoder', 'encoder') for what in ('key', 'value')]
    for name in names:
        g('Concat', f'past_key_values.0.{name}', g.constant(np.zeros((1, 1, 1, 1))), axis=2, out=f'present.0.{name}')
    g.save('moonshine-tiny-ko/decoder_model_merged.ort', [('input_ids', I, [1, 'n']), ('encoder_hidden_states', F, [1, 'T', 1]),
        *((f'past_key_values.0.{name}', F, state) for name in names), ('use_cache_branch', B, [1])],
        [('logits', F, [1, 'n', size]), *((f'present.0.{name}', F, [1, 1, 'Q', 1]) for name in names)])
    text('moonshine-tiny-ko/tokens.txt', base64_tokens(['<unk>', '<s>', '</s>', '네']))

def sense_voice():
    g = Graph()  # four frames of signs, then a word or a blank
    size, signs = 8, np.zeros((1, 4, 8), np.float32)
    for at, sign in enumerate((4, 5, 6, 7)): signs[0, at, sign] = 10
    loud = g('ReduceMax', 'x', axes=[2], keepdims=1)
    ko = g('Where', g('Equal', 'language', g.constant([3], np.int32)), g.constant(1.0), g.constant(-1.0))
    words = g('Mul', g('Reshape', ko, g.ints(1, 1, 1)), g.constant([[[0, 5, -5, 0, 0, 0, 0, 0]]]))
    silence = g('Mul', g('Relu', g('Neg', loud)), g.constant([[[1000, 0, 0, 0, 0, 0, 0, 0]]]))
    g('Concat', g.constant(signs), g('Add', words, silence), axis=1, out='logits')
    g.save('sense-voice/model.int8.onnx', [('x', F, [1, 'T', 560]), ('x_length', I32, [1]), ('language', I32, [1]), ('text_norm', I32, [1])], [('logits', F, [1, 'U', size])], dict(
        model_type='sense_voice_ctc', comment='test', vocab_size=size, lfr_window_size=7, lfr_window_shift=6, normalize_samples=0, with_itn=14, without_itn=15,
        lang_auto=0, lang_zh=1, lang_en=2, lang_ja=4, lang_ko=3, lang_yue=5, neg_mean=','.join(['0'] * 560), inv_stddev=','.join(['1'] * 560)))
    text('sense-voice/tokens.txt', ''.join(f'{word} {i}\n' for i, word in enumerate(['<blk>', '▁네', '▁yes', '<unk>', '<|ko|>', '<|NEUTRAL|>', '<|Speech|>', '<|withitn|>'])))

def transducer():
    g = Graph()  # offline zipformer: a frame is loud or not
    frames = g('AveragePool', g('Transpose', 'x', perm=[0, 2, 1]), kernel_shape=[4], strides=[4])
    loud = g('ReduceMean', g('Transpose', frames, perm=[0, 2, 1]), axes=[2], keepdims=1)
    g('Identity', loud, out='encoder_out'); g('Div', 'x_lens', g.ints(4), out='encoder_out_lens')
    g.save('zipformer-ko/encoder-epoch-99-avg-1.int8.onnx', [('x', F, ['N', 'T', 80]), ('x_lens', I, ['N'])], [('encoder_out', F, ['N', 'U', 1]), ('encoder_out_lens', I, ['N'])], dict(model_type='zipformer2', version=1))
    g = Graph()  # knows whether the word was said
    last = g('Slice', 'y', g.ints(1), g.ints(2), g.ints(1))
    g('Where', g('Equal', last, g.ints(2)), g.constant(1.0), g.constant(0.0), out='decoder_out')
    g.save('zipformer-ko/decoder-epoch-99-avg-1.onnx', [('y', I, ['N', 2])], [('decoder_out', F, ['N', 1])], dict(context_size=2, vocab_size=3))
    g = Graph()
    word = g('Sub', g('Add', 'encoder_out', g.constant(10.0)), g('Mul', 'decoder_out', g.constant(1000.0)))
    blank = g('Mul', word, g.constant(0.0))
    g('Concat', blank, g('Sub', blank, g.constant(1.0)), word, axis=1, out='logit')
    g.save('zipformer-ko/joiner-epoch-99-avg-1.int8.onnx', [('encoder_out', F, ['N', 1]), ('decoder_out', F, ['N', 1])], [('logit', F, ['N', 3])], dict(joiner_dim=1))
    text('zipformer-ko/tokens.txt', '<blk> 0\n<unk> 1\n▁네 2\n')

def hum(g, symbols, out, pace=None, shape=(-1,)):
    """A tone of 100 ms at 16 kHz for every symbol, `pace` times as long."""
    length = g('Mul', g('Cast', symbols, to=F), g.constant(1600.0))
    time = g('Range', g.constant(0.0), g('Squeeze', g('Mul', length, pace) if pace else length), g.constant(1.0))
    return g('Reshape', g('Mul', g('Sin', g('Mul', time, g.constant(0.08))), g.constant(0.3)), g.ints(*shape), out=out)

count = lambda g, symbols: g('Gather', g('Shape', symbols), g.constant(1, np.int64))
# What espeak-ng spells English and Korean with, and what the frontends cannot be without.
phonemes = ['_', '^', '$', ' ', '!', "'", '(', ')', ',', '-', '.', ':', ';', '?', *'abcdefghijklmnopqrstuvwxyzæçðøħŋœǀɐɑɒɓɔɕɖɗɘəɚɛɜɞɟɡɣɪɫɯɲɹɾʃʊʌʒʔʰʲˈˌːθ̩']
letters = ''.join(f'{p} {i}\n' for i, p in enumerate(phonemes))

def piper(file='piper-en/en_US-kristin-medium.onnx', language='English', voice='en-us'):
    g = Graph()
    pace = g('Gather', 'scales', g.constant(1, np.int64))
    hum(g, count(g, 'input'), 'output', pace, (1, 1, 1, -1))
    g.save(file, [('input', I, [1, 'n']), ('input_lengths', I, [1]), ('scales', F, [3])], [('output', F, [1, 1, 1, 'N'])], dict(
        model_type='vits', comment='piper', language=language, voice=voice, has_espeak=1, n_speakers=1, sample_rate=16000))
    text(os.path.dirname(file) + '/tokens.txt', letters)

def mimic3(): piper('mimic3-ko-kss/ko_KO-kss_low.onnx', 'Korean', 'ko')

def kokoro():
    g = Graph()
    hum(g, count(g, 'tokens'), 'audio', g('Div', g('ReduceMax', 'style', keepdims=0), g('Squeeze', 'speed')))
    g.save('kokoro-en/model.int8.onnx', [('tokens', I, [1, 'n']), ('style', F, [1, 4]), ('speed', F, [1])], [('audio', F, ['N'])], dict(
        model_type='kokoro', language='English', has_espeak=1, sample_rate=16000, version=1, voice='en-us', style_dim='510,1,4', n_speakers=2, speaker_names='one,two'))
    # The first speaker is given a style that leaves the length, the second one that doubles it.
    np.concatenate([np.full((510, 4), 1, '<f4'), np.full((510, 4), 2, '<f4')]).tofile(here('kokoro-en/voices.bin'))
    text('kokoro-en/tokens.txt', letters)

def matcha():
    g = Graph()
    frames = g('Cast', g('Mul', g('Mul', g('Cast', count(g, 'x'), to=F), g('Squeeze', 'length_scale')), g.constant(10.0)), to=I)
    g('Expand', g.constant(np.full((1, 80, 1), 0.5)), g('Concat', g.ints(1, 80), g('Reshape', frames, g.ints(1)), axis=0), out='mel')
    g.save('matcha-en/model-steps-3.onnx', [('x', I, [1, 'n']), ('x_length', I, [1]), ('noise_scale', F, [1]), ('length_scale', F, [1])], [('mel', F, [1, 80, 'L'])], dict(
        model_type='matcha-tts', language='English', voice='en-us', has_espeak=1, jieba=0, n_speakers=1, sample_rate=16000, version=1, pad_id=0, use_eos_bos=0, num_ode_steps=3))
    g = Graph()  # 160 samples a frame: a sine in bin 20 of a short Fourier transform
    tone = np.zeros((1, 513, 1), np.float32); tone[0, 20] = 60
    size = g('Concat', g.ints(1, 513), g('Slice', g('Shape', 'mels'), g.ints(2), g.ints(3)), axis=0)
    g('Expand', g.constant(tone), size, out='mag'); g('Expand', g.constant(np.ones((1, 513, 1))), size, out='x'); g('Expand', g.constant(np.zeros((1, 513, 1))), size, out='y')
    bins = [1, 513, 'L']
    g.save('matcha-en/vocos-22khz-univ.onnx', [('mels', F, [1, 80, 'L'])], [('mag', F, bins), ('x', F, bins), ('y', F, bins)], dict(
        model_type='vocos', n_fft=1024, hop_length=160, win_length=1024, center=1, normalized=0, window_type='hann', pad_mode='reflect'))
    text('matcha-en/tokens.txt', letters)

def supertonic():
    chunk, factor, dim = 160, 2, 4
    g = Graph()  # a tenth of a second for every letter
    g('Reshape', g('Mul', g('ReduceSum', 'text_mask', keepdims=0), g.constant(0.1)), g.ints(1), out='duration')
    style_dp, style_ttl = [1, 1, 2], [1, 1, 2]
    g.save('supertonic/duration_predictor.int8.onnx', [('text_ids', I, [1, 'n']), ('style_dp', F, style_dp), ('text_mask', F, [1, 1, 'n'])], [('duration', F, [1])])
    g = Graph()
    g('Mul', 'text_mask', g('ReduceMax', 'style_ttl', keepdims=0), out='text_emb')
    g.save('supertonic/text_encoder.int8.onnx', [('text_ids', I, [1, 'n']), ('style_ttl', F, style_ttl), ('text_mask', F, [1, 1, 'n'])], [('text_emb', F, [1, 1, 'n'])])
    g = Graph()  # the noise fades, the style stays
    done = g('Div', g('Add', 'current_step', g.constant(1.0)), 'total_step')
    left = g('Mul', 'noisy_latent', g('Sub', g.constant(1.0), done))
    g('Add', left, g('Mul', g('Mul', 'latent_mask', g('ReduceMax', 'text_emb', keepdims=0)), done), out='denoised_latent')
    latent = [1, dim * factor, 'L']
    g.save('supertonic/vector_estimator.int8.onnx', [('noisy_latent', F, latent), ('text_emb', F, [1, 1, 'n']), ('style_ttl', F, style_ttl), ('latent_mask', F, [1, 1, 'L']),
        ('text_mask', F, [1, 1, 'n']), ('current_step', F, [1]), ('total_step', F, [1])], [('denoised_latent', F, latent)])
    g = Graph()
    wave = np.sin(np.arange(chunk * factor) * 0.08)[None, None] * 0.3
    mean = g('Transpose', g('ReduceMean', 'latent', axes=[1], keepdims=1), perm=[0, 2, 1])
    g('Reshape', g('Mul', mean, g.constant(wave)), g.ints(1, -1), out='wav')
    g.save('supertonic/vocoder.int8.onnx', [('latent', F, latent)], [('wav', F, [1, 'N'])])
    text('supertonic/tts.json', json.dumps({'ae': {'sample_rate': 16000, 'base_chunk_size': chunk}, 'ttl': {'chunk_compress_factor': factor, 'latent_dim': dim}}))
    np.ones(128, '<i4').tofile(here('supertonic/unicode_indexer.bin'))
    with open(here('supertonic/voice.bin'), 'wb') as f: f.write(struct.pack('<6q', 1, 1, 2, 1, 1, 2) + np.ones(4, '<f4').tobytes())

for kind in (whisper, qwen3, moonshine, sense_voice, transducer, piper, mimic3, kokoro, matcha, supertonic): kind()
