"""The official client of PyPI against an address of ours: models, a chat, a stream, a response, a mistake."""
import json
import os

from openai import BadRequestError, OpenAI

client = OpenAI(base_url=os.environ["URL"] + "/v1", api_key=os.environ["TOKEN"], max_retries=0)
question = [{"role": "user", "content": "3*(2+4)는?"}]
model = client.models.list().data[0].id
chat = client.chat.completions.create(model=model, messages=question)
stream = client.chat.completions.create(model=model, messages=question, stream=True)
pieces = [chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices]
response = client.responses.create(model=model, input="3*(2+4)는?")
try:
    client.chat.completions.create(model=model, messages=[])
    refused = None
except BadRequestError as error:
    refused = error.status_code
print(
    json.dumps(
        {
            "chat": chat.choices[0].message.content,
            "finish": chat.choices[0].finish_reason,
            "stream": "".join(pieces),
            "response": response.output_text,
            "refused": refused,
        }
    )
)
