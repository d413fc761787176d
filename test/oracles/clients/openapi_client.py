"""A client that was generated from our OpenAPI document, used as a stranger would."""
import json
import os
import sys
from importlib import import_module

sys.path.insert(0, sys.argv[1])
client = import_module("made.client").AuthenticatedClient(base_url=os.environ["URL"], token=os.environ["TOKEN"])
request = import_module("made.models").Request.from_dict({"session_id": "made", "message": "3*(2+4)는?"})
answer = import_module("made.api.default." + sys.argv[2]).sync_detailed(client=client, body=request)
print(json.dumps({"status": answer.status_code, "body": json.loads(answer.content)}))
