import { answerChallenge } from '../../src/engine/fax-line/sip/signaling/digest.ts';
import { parseMessage } from '../../src/engine/fax-line/sip/signaling/message.ts';
import { parseSdp, writeSdp } from '../../src/engine/fax-line/sip/signaling/sdp.ts';
import { takeMessages } from '../../src/engine/fax-line/sip/signaling/transport.ts';
import { peerOf, uriOf, userOf } from '../../src/engine/fax-line/sip/signaling/uri.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const ENDS =
  'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKa;rport\r\nf: "A \\"x\\" <y>" <sip:+12125550100@x;user=phone>;tag=1\r\n' +
  'To: <sip:b@x>\r\ni: 1\r\nm: <sip:gw@192.0.2.1;transport=tcp>, <sip:b@[::1]:5070>\r\n';
const SDP =
  'v=0\r\no=x 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\nm=audio 4000 RTP/AVP 0 8\r\n' +
  'm=image 4002 udptl t38\r\na=T38MaxBitRate:9600\r\na=T38FaxUdpEC:t38UDPRedundancy\r\n';

/** A stream of SIP messages with session descriptions and challenges; the first byte sets how it is cut. */
export const target: FuzzTarget = {
  covers: ['/src/engine/fax-line/sip/signaling/'],
  maxBytes: 8 * 1024,
  seeds: () => [
    seed(`\u0009\r\n\r\nINVITE sip:b@x SIP/2.0\r\n${ENDS}CSeq: 1 INVITE\r\nl: ${SDP.length}\r\n\r\n${SDP}`),
    seed(`\u0040OPTIONS sip:b@x SIP/2.0\r\n${ENDS}CSeq: 2 OPTIONS\r\nContent-Length: 0\r\n\r\n`),
    seed(
      `\u0011SIP/2.0 401 No\r\n${ENDS}CSeq: 3 INVITE\r\nWWW-Authenticate: Digest realm="x", nonce="n", algorithm=SHA-256, qop="auth,auth-int"\r\nl: 0\r\n\r\n`,
    ),
  ],
  run: async (input) => {
    const stream = input.subarray(1);
    const whole = takeMessages(stream);
    const size = 1 + (input[0] ?? 0);
    let rest: Buffer = Buffer.alloc(0);
    const cut: Buffer[] = [];
    for (let at = 0; at < stream.byteLength; at += size) {
      const taken = takeMessages(Buffer.concat([rest, stream.subarray(at, at + size)]));
      cut.push(...taken.messages);
      rest = taken.rest;
    }
    holds(Buffer.concat(cut).equals(Buffer.concat(whole.messages)), 'it does not matter how a stream is cut');
    for (const bytes of [stream, ...whole.messages]) read(bytes);
  },
};

function read(bytes: Buffer): void {
  const message = parseMessage(bytes);
  const media = parseSdp(message?.body ?? bytes.toString('latin1'));
  for (const end of [media.audio, media.t38]) holds(!end || (end.port > 0 && end.port <= 99_999), 'a port');
  if (media.t38) {
    const live = { kind: 't38' as const, ...media.t38 };
    const answer = writeSdp({ address: '192.0.2.9', version: 1, live, offered: media.lines });
    holds(
      parseSdp(answer).lines.length === media.lines.length,
      'an answer has as many media lines as its offer',
    );
  }
  if (!message) return;
  const values = [...message.headers.values()].flat();
  holds(
    values.every((value) => !/[\r\n]/.test(value)),
    'no header holds a line break',
  );
  for (const value of values) {
    userOf(uriOf(value));
    peerOf(uriOf(value));
  }
  if (message.kind === 'response')
    answerChallenge(message, { method: 'INVITE', uri: 'sip:b@x' }, { user: 'a', password: 'b' }, '');
}
