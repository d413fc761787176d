"""A client of the Agent Client Protocol by another house: a session, two prompts, what was told meanwhile."""
import asyncio
import json
import os
import sys

import acp


class Editor(acp.Client):
    def __init__(self):
        self.told = []

    async def session_update(self, session_id, update, **_):
        if update.session_update == "agent_message_chunk":
            self.told.append(update.content.text)

    async def request_permission(self, session_id, tool_call, options, **_):
        return {"outcome": {"outcome": "cancelled"}}


async def main():
    editor = Editor()
    async with acp.spawn_agent_process(editor, *sys.argv[1:], env=dict(os.environ)) as (agent, _):
        hello = await agent.initialize(protocol_version=acp.PROTOCOL_VERSION)
        session = await agent.new_session(cwd=os.getcwd())
        answers, stops = [], []
        for words in ["3*(2+4)는?", "거기에 2를 곱하면?"]:
            editor.told.clear()
            result = await agent.prompt(session_id=session.session_id, prompt=[acp.text_block(words)])
            answers.append("".join(editor.told))
            stops.append(result.stop_reason)
        print(json.dumps({"version": hello.protocol_version, "answers": answers, "stops": stops}))


asyncio.run(main())
