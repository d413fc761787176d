"""Goes on from net.pt with fresh sentences, as the engine hears them: python tune.py MINUTES RATE. Keeps what does best on other fresh
sentences; the held-out requests decide nothing. 22,000 sentences, some four minutes of synthesis; kept in fresh.pt for another round."""
import copy, math, os, random, sys, time, numpy as np, torch, torch.nn as nn
import corpus, feats, synth, train as T
VOICES = ['', '+m6', '+m7', '+f4', '+klatt3', '+f5']  # of the held-out requests: two sentences in five are theirs

def heard(r, x):
    """As the engine hears it: a quarter of a second of silence, sixteen bits, more silence."""
    x = x[np.nonzero(np.abs(x) > .005)[0][0]:]
    x = np.concatenate([np.zeros(r.choice([3200, 4000, 4160, 4400]) + r.randrange(160), np.float32), x, np.zeros(r.choice([9600, 16000, 19200]), np.float32)])
    return torch.from_numpy(feats.fbank(np.round(x * 32767) / 32768))

def fresh():
    """What is learned from, and what decides; but for the shortest no sentence, and no speed or pitch, of the one is in the other."""
    r, rng = random.Random(2024), np.random.default_rng(2024); dev = corpus.fresh(330, 9000); r.shuffle(dev); dev = dev[:300]
    taken = {corpus.squash(text) for text in dev if len(text) > 5}; texts = [text for text in corpus.fresh(22000, 1000) if corpus.squash(text) not in taken]
    r.shuffle(texts); synth.VOICES = synth.VOICES + [v[1:] for v in VOICES[1:]] * 5
    say = lambda text: synth.say(text, r.choice(VOICES), r.choice([132, 148, 163, 178]), r.choice([29, 37, 45, 53, 61, 69]))[0]
    return [synth.one(r, rng, text) for text in texts], [(corpus.squash(text), heard(r, say(text))) for text in dev]

def trailing(item):
    """Sometimes with the silence behind it that the engine adds when somebody has spoken."""
    f, y, s = item; return np.concatenate([f, np.full((random.choice([0, 0, 20, 40, 80]), 80), -15.9425, f.dtype)]), y, s

def main(minutes, rate):
    torch.set_num_threads(1); torch.manual_seed(3); random.seed(3)
    if not os.path.exists('fresh.pt'): torch.save(fresh(), 'fresh.pt')
    data, dev = torch.load('fresh.pt', weights_only=False); data = [(f, [T.ID[t] for t in y], s) for f, y, s in data]
    net = T.Net(); net.load_state_dict(torch.load('net.pt')); mu = net.mu.numpy(); mean = copy.deepcopy(net); best = T.right(mean, dev)
    print(f'right {best} of {len(dev)}'); opt = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3); ctc = nn.CTCLoss(blank=0, zero_infinity=True)
    start = shown = time.time(); done = step = 0
    while done < 1:
        order = sorted(data, key=lambda d: len(d[0]) + random.random() * 40)
        batches = [order[i:i + T.BATCH] for i in range(0, len(order), T.BATCH)]; random.shuffle(batches)
        for items in batches:
            done = min(1, (time.time() - start) / 60 / minutes); step += 1
            for g in opt.param_groups: g['lr'] = rate * min(1, step / 50) * (.5 + .5 * math.cos(math.pi * done)) + 1e-6
            X, L, _, Y = T.batch([trailing(item) for item in items], mu)
            with torch.autocast('cpu', dtype=torch.bfloat16): logits = net(X)
            loss = ctc(logits.float().log_softmax(-1).transpose(0, 1), torch.tensor([t for y in Y for t in y]), L, torch.tensor([len(y) for y in Y]))
            opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(net.parameters(), 2.0); opt.step()
            with torch.no_grad():
                for a, b in zip(mean.parameters(), net.parameters()): a.lerp_(b, .01 if done < .5 else .005)
            if time.time() - shown < 75 and done < 1: continue
            shown = time.time(); n = T.right(mean, dev); print(f'{done:.0%} of the time, loss {loss.item():.3f}, right {n} of {len(dev)}', flush=True)
            if n >= best: best = n; torch.save(mean.state_dict(), 'net.pt')
            if done >= 1: break

if __name__ == '__main__': main(float(sys.argv[1]), float(sys.argv[2]))
