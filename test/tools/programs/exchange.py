# A process of its own: exchanges two names of a folder, one of them a link, as fast as it can, until it is killed (renameat2, RENAME_EXCHANGE).
import ctypes, sys

exchange = ctypes.CDLL(None).renameat2
one, other = (name.encode() for name in sys.argv[1:3])
print("ready", flush=True)
while True:
    exchange(-100, one, -100, other, 2)
