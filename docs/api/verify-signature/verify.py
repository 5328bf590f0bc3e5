# Python 3: the standard library alone.
import base64, hashlib, hmac, json, sys, time


def verify(secret, headers, body):
    """Gives the event of a post; raises when it was not signed with this secret in the last five minutes."""
    event_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if not abs(time.time() - int(timestamp)) <= 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    for signature in headers["webhook-signature"].split(" "):
        if hmac.compare_digest(signature.encode(), expected.encode()):
            return json.loads(body)
    raise ValueError("wrong signature")


if __name__ == "__main__":
    secret, event_id, timestamp, signature = sys.argv[1:]
    headers = {"webhook-id": event_id, "webhook-timestamp": timestamp, "webhook-signature": signature}
    try:
        print(verify(secret, headers, sys.stdin.buffer.read())["type"])
    except ValueError as error:
        sys.exit(str(error))
