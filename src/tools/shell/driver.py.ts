/**
 * The program that a python_repl child runs: reads requests as JSON lines, runs each in one lasting namespace, shows
 * the value of a last expression as an interactive session does, and ends each answer with the mark it was given. Its
 * standard input is its own: code that reads input gets none.
 */
export const driver = `
import ast, ctypes, json, os, sys, traceback
try:
    # The kernel ends us with our parent, even one that was killed (PR_SET_PDEATHSIG).
    ctypes.CDLL(None).prctl(1, 9)
except Exception:
    pass
requests = os.fdopen(os.dup(0), encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(1, 2)
sys.stdin = open(0, closefd=False)
sys.stdout = open(1, "w", encoding="utf-8", errors="replace", closefd=False)
sys.stderr = open(2, "w", encoding="utf-8", errors="replace", closefd=False, buffering=1)
answers = os.dup(1)
space = {"__name__": "__main__", "__builtins__": __builtins__}
def run(code):
    tree = ast.parse(code, "<code>")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<code>", "exec"), space)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), "<code>", "eval"), space)
        if value is not None:
            space["_"] = value
            print(repr(value))
for line in requests:
    request = json.loads(line)
    ok = True
    try:
        run(request["code"])
    except BaseException as error:
        ok = False
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != "<code>":
            trace = trace.tb_next
        traceback.print_exception(type(error), error.with_traceback(trace), None if isinstance(error, SyntaxError) else trace)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    os.write(answers, ("\\0" + request["mark"] + ("1" if ok else "0") + "\\n").encode())
`
