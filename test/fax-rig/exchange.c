/*
 * A telephone exchange with software fax modems, all in one process, for the tests of fax lines.
 *
 * Every modem is a pseudo terminal that speaks class 1 (T.31, libspandsp); between two modems that talk, audio passes
 * in memory in blocks of 20 ms. With -x N the exchange's clock runs N times faster than a real telephone network's.
 *
 *   exchange [-x SPEED] [-a SECONDS OF RINGING] [-o NUMBERS] /dev/ttyA:NUMBERS:CALLERID ...
 *
 * NUMBERS: separated by commas, each complete or a prefix that ends in '*'. Several modems with the same number take
 * calls in turn; the number is busy if all are off hook. The last four digits of a dialed number select the result:
 *   0001 busy   0002 rings, nobody answers   0003 silence   0004 a person   0006 no dial tone   0007 a noisy line
 *   0008 hangs up immediately
 * A call may also come from outside, as G.711 over RTP on 127.0.0.1: «call NUMBER PORT» rings at a modem with that
 * number and, once it has answered, prints «answered PORT» and passes audio between the modem and the two ports. Only
 * one such call at a time; when it ends, or nobody answers, «ended» is printed. Numbers of -o are outside: when one of
 * them is dialed, «rings NUMBER PORT» is printed, and «answer PORT» answers. «hang up» ends an outside call.
 * Other commands on stdin, one per line: «drop NUMBER» cuts off the calls to that number, «reset LINK» resets a modem
 * as when its computer dies: the line to the modem goes dead, and the modem hangs up.
 */
#define _GNU_SOURCE
#define SPANDSP_EXPOSE_INTERNAL_STRUCTURES
#include <arpa/inet.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pty.h>
#include <pwd.h>
#include <signal.h>
#include <spandsp.h>
#include <spandsp/expose.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { MODEMS = 64, BLOCK = 160, TEXT = 256, QUEUE = 4096 };
enum { PATIENCE = 40 }; /* Seconds until a network gives up if nobody answers; used only for 0002. */
enum state { IDLE, DIALLING, CALLING, RINGING, TALKING, ALONE };
enum ending { ANSWERS, BUSY, NOBODY, SILENCE, PERSON, CUT, NO_TONE, NOISE, HANGS_UP };

struct modem {
  int master, slave, clear_to_send, off_hook;
  char link[TEXT], device[TEXT], numbers[TEXT], dialled[TEXT], caller_id[TEXT];
  t31_state_t *t31;
  enum state state;
  enum ending ending;
  struct modem *peer;
  long since; /* Tick at which the state began. */
  char out[QUEUE], in[QUEUE];
  size_t waiting, received, handed_over;
};

/* The caller from outside: a modem without a computer. */
static struct modem outside = {.link = "outside", .caller_id = "2125550199", .numbers = ""};
static struct {
  int socket;
  struct sockaddr_in to;
  uint16_t number;
  uint32_t timestamp;
} rtp = {.socket = -1};
enum { RTP_HEAD = 12 };

static struct modem modems[MODEMS];
static int modem_count;
static double speed = 1;
static long tick;
static long ringing_seconds = 60;
static volatile sig_atomic_t stopped;

static void end_outside(void)
{
  if (rtp.socket < 0) return;
  close(rtp.socket);
  rtp.socket = -1;
  outside.out[0] = 0;
  printf("ended\n");
  fflush(stdout);
}

/* Reports an event of a call to this end. */
static void inform(struct modem *modem, int event)
{
  struct sockaddr_in here;
  socklen_t size = sizeof here;
  if (modem->t31) {
    t31_call_event(modem->t31, event);
  } else if (event == AT_CALL_EVENT_CONNECTED || (event == AT_CALL_EVENT_ALERTING && !outside.out[0])) {
    getsockname(rtp.socket, (struct sockaddr *)&here, &size);
    if (event == AT_CALL_EVENT_CONNECTED) printf("answered %d\n", ntohs(here.sin_port));
    else printf("rings %s %d\n", modem->dialled, ntohs(here.sin_port));
    fflush(stdout);
    outside.out[0] = 1; /* Further rings of this call are not reported. */
  } else if (event != AT_CALL_EVENT_ANSWERED && event != AT_CALL_EVENT_ALERTING) {
    end_outside();
  }
}

static void say(const struct modem *modem, const char *what)
{
  fprintf(stderr, "[%8.2f s] %s %s %s\n", tick * 0.02, modem->link, what, modem->dialled);
}

static void flush_out(struct modem *modem)
{
  ssize_t written = write(modem->master, modem->out, modem->waiting);
  if (written <= 0) return;
  modem->waiting -= written;
  memmove(modem->out, modem->out + written, modem->waiting);
}

static int to_computer(at_state_t *at, void *user, const uint8_t *bytes, size_t count)
{
  struct modem *modem = user;
  (void)at;
  if (modem->waiting + count > QUEUE) return -1;
  memcpy(modem->out + modem->waiting, bytes, count);
  modem->waiting += count;
  flush_out(modem);
  return 0;
}

static int has_number(const struct modem *modem, const char *number)
{
  char list[TEXT], *rest = list, *one;
  snprintf(list, sizeof list, "%s", modem->numbers);
  while ((one = strsep(&rest, ","))) {
    size_t length = strlen(one);
    if (length && one[length - 1] == '*' ? !strncmp(one, number, length - 1) : !strcmp(one, number)) return 1;
  }
  return 0;
}

static void enter(struct modem *modem, enum state state)
{
  modem->state = state;
  modem->since = tick;
}

/* Ends the modem's own call attempt, and reports the reason to its computer. */
static void refuse(struct modem *modem, int event, const char *why)
{
  say(modem, why);
  enter(modem, IDLE);
  inform(modem, event);
}

/* Returns whether the modem's computer waits for the reply to a send command, for a whole page or for silence. */
static int owes_reply(const struct modem *modem)
{
  if (!modem->t31) return 0;
  const at_state_t *at = &modem->t31->at_state;
  return at->at_rx_mode == AT_MODE_OFFHOOK_COMMAND && !at->dte_is_waiting && at->transmit &&
         modem->t31->modem != FAX_MODEM_NONE;
}

/* libspandsp sends nothing to a computer that waits for such a reply, which would then wait for half a minute. */
static void hang_up(struct modem *modem)
{
  int owes = owes_reply(modem);
  inform(modem, AT_CALL_EVENT_HANGUP);
  if (owes) at_put_response_code(&modem->t31->at_state, AT_RESPONSE_CODE_NO_CARRIER);
}

static void release(struct modem *modem, int tell)
{
  struct modem *peer = modem->peer;
  say(modem, "call ends");
  enter(modem, IDLE);
  modem->peer = NULL;
  if (tell) hang_up(modem);
  if (!peer) return;
  peer->peer = NULL;
  if (peer->state == RINGING && peer->t31) peer->t31->at_state.rings_indicated = 0;
  else if (peer->state == RINGING) inform(peer, AT_CALL_EVENT_HANGUP);
  else if (peer->state == CALLING) refuse(peer, AT_CALL_EVENT_NO_ANSWER, "gets no answer from");
  else hang_up(peer);
  enter(peer, IDLE);
}

/* A modem that dials while it rings has missed the call: the network finds another one, as on any trunk group. */
static void send_on(struct modem *modem)
{
  struct modem *caller = modem->peer;
  modem->t31->at_state.rings_indicated = 0;
  say(caller, "is sent on");
  caller->peer = NULL;
  enter(caller, DIALLING);
}

static void dial(struct modem *modem, const char *number)
{
  size_t length = 0;
  if (modem->state == RINGING && modem->peer) send_on(modem);
  for (; *number && length < TEXT - 1; number++)
    if (*number >= '0' && *number <= '9') modem->dialled[length++] = *number;
  modem->dialled[length] = 0;
  modem->ending = ANSWERS;
  if (length >= 7 && !strncmp(modem->dialled + length - 4, "000", 3) && modem->dialled[length - 1] <= '8')
    modem->ending = (enum ending)(modem->dialled[length - 1] - '0');
  modem->peer = NULL;
  modem->off_hook = 1;
  enter(modem, DIALLING);
  say(modem, "dials");
}

static void answer(struct modem *modem)
{
  if (modem->state != RINGING || !modem->peer) {
    inform(modem, AT_CALL_EVENT_HANGUP);
    return;
  }
  say(modem, "answers");
  modem->off_hook = 1;
  enter(modem, TALKING);
  enter(modem->peer, TALKING);
  inform(modem, AT_CALL_EVENT_ANSWERED);
  inform(modem->peer, AT_CALL_EVENT_CONNECTED);
}

static int from_computer(t31_state_t *t31, void *user, int operation, const char *argument)
{
  struct modem *modem = user;
  (void)t31;
  switch (operation) {
  case AT_MODEM_CONTROL_CALL: dial(modem, argument); break;
  case AT_MODEM_CONTROL_ANSWER: answer(modem); break;
  case AT_MODEM_CONTROL_OFFHOOK: modem->off_hook = 1; break;
  case AT_MODEM_CONTROL_CTS: modem->clear_to_send = argument != NULL; break;
  case AT_MODEM_CONTROL_HANGUP:
  case AT_MODEM_CONTROL_ONHOOK:
    modem->off_hook = 0;
    if (modem->state != IDLE && modem->state != RINGING) release(modem, 0);
    break;
  default: break;
  }
  return 0;
}

/*
 * Returns whether a program is using the modem, to set it up or to dial. The program would mistake the first ring for
 * the reply to a command, and only that ring carries the numbers of the call.
 */
static int in_hand(const struct modem *modem)
{
  char lock[2 * TEXT];
  const char *slash = strrchr(modem->link, '/');
  snprintf(lock, sizeof lock, "/var/lock/LCK..%s", slash ? slash + 1 : modem->link);
  return !access(lock, F_OK);
}

static int open_outside(void)
{
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  end_outside();
  rtp.socket = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  rtp.to = here;
  return rtp.socket >= 0 && !bind(rtp.socket, (struct sockaddr *)&here, sizeof here);
}

static void ring(struct modem *modem)
{
  struct modem *to = NULL;
  int known = 0, soon = 0;
  for (int i = 0; i < modem_count; i++) {
    struct modem *one = &modems[i];
    if (one == modem || !has_number(one, modem->dialled)) continue;
    known = 1;
    if (one->state != IDLE || one->off_hook) continue;
    if (in_hand(one)) soon = 1;
    else if (!to || one->since < to->since) to = one; /* Idle for the longest time. */
  }
  if (!known && has_number(&outside, modem->dialled)) {
    known = 1;
    if (outside.state == IDLE && open_outside()) to = &outside;
  }
  if (!to) {
    if (soon && (tick - modem->since) * 0.02 < ringing_seconds) return; /* Retried at the next tick. */
    if (soon) refuse(modem, AT_CALL_EVENT_NO_ANSWER, "gets no answer from");
    else refuse(modem, known ? AT_CALL_EVENT_BUSY : AT_CALL_EVENT_NO_ANSWER, known ? "is busy" : "is nobody's");
    return;
  }
  modem->peer = to;
  to->peer = modem;
  snprintf(to->dialled, sizeof to->dialled, "%s", modem->dialled);
  enter(modem, CALLING);
  enter(to, RINGING);
  if (to->t31) {
    at_reset_call_info(&to->t31->at_state);
    at_set_call_info(&to->t31->at_state, "NMBR", modem->caller_id);
    at_set_call_info(&to->t31->at_state, "NDID", modem->dialled);
  }
  inform(to, AT_CALL_EVENT_ALERTING);
}

/* Connects or refuses the call, one second after dialing. */
static void connect_call(struct modem *modem)
{
  switch (modem->ending) {
  case BUSY: refuse(modem, AT_CALL_EVENT_BUSY, "is busy"); break;
  case NO_TONE: refuse(modem, AT_CALL_EVENT_NO_DIALTONE, "has no dial tone"); break;
  case NOBODY: enter(modem, ALONE); break;
  case SILENCE:
  case PERSON:
  case HANGS_UP:
    enter(modem, ALONE);
    inform(modem, AT_CALL_EVENT_CONNECTED);
    break;
  default: ring(modem);
  }
}

static void step(struct modem *modem)
{
  double seconds = (tick - modem->since) * 0.02;
  if (modem->state == DIALLING && seconds >= 1) connect_call(modem);
  else if (modem->state == RINGING && (tick - modem->since) % 250 == 249)
    inform(modem, AT_CALL_EVENT_ALERTING);
  else if (modem->state == CALLING && seconds > ringing_seconds) {
    struct modem *peer = modem->peer;
    if (peer) { peer->peer = NULL; enter(peer, IDLE); }
    modem->peer = NULL;
    refuse(modem, AT_CALL_EVENT_NO_ANSWER, "gets no answer from");
  } else if (modem->state == ALONE && modem->ending == NOBODY && seconds > PATIENCE)
    refuse(modem, AT_CALL_EVENT_NO_ANSWER, "gets no answer from");
  else if (modem->state == ALONE && modem->ending == HANGS_UP && seconds > 0.5) release(modem, 1);
  else if (modem->state == ALONE && modem->ending != NOBODY && seconds > 60) release(modem, 1);
}

/* Generates a buzz like a vowel, 0.4 s on and 0.3 s off: loud, but not a fax signal. */
static void speak(int16_t *block)
{
  for (int i = 0; i < BLOCK; i++) {
    double t = (tick * BLOCK + i) / 8000.0;
    double wave = sin(2 * M_PI * 120 * t) * 0.5 + 0.3 * sin(2 * M_PI * 600 * t) + 0.2 * sin(2 * M_PI * 1080 * t);
    block[i] = fmod(t, 0.7) < 0.4 ? (int16_t)(5000 * wave) : 0;
  }
}

/* Reads the next 20 ms from outside; returns 0 if none has arrived, which means silence. */
static int from_outside(int16_t *block)
{
  uint8_t packet[RTP_HEAD + BLOCK];
  if (rtp.socket < 0 || recv(rtp.socket, packet, sizeof packet, 0) != sizeof packet) return 0;
  for (int i = 0; i < BLOCK; i++) block[i] = ulaw_to_linear(packet[RTP_HEAD + i]);
  return BLOCK;
}

static void to_outside(const int16_t *block)
{
  uint8_t packet[RTP_HEAD + BLOCK] = {0x80, 0, (uint8_t)(rtp.number >> 8), (uint8_t)rtp.number,
                                      (uint8_t)(rtp.timestamp >> 24), (uint8_t)(rtp.timestamp >> 16),
                                      (uint8_t)(rtp.timestamp >> 8), (uint8_t)rtp.timestamp, 1, 2, 3, 4};
  if (rtp.socket < 0) return;
  for (int i = 0; i < BLOCK; i++) packet[RTP_HEAD + i] = linear_to_ulaw(block[i]);
  (void)!sendto(rtp.socket, packet, sizeof packet, 0, (struct sockaddr *)&rtp.to, sizeof rtp.to);
  rtp.number++;
  rtp.timestamp += BLOCK;
}

/* The modem's computer runs at normal speed: it has five seconds of real time for the next bytes of a frame. */
static void take(struct modem *modem, int16_t *block)
{
  if (!modem->t31) {
    to_outside(block);
    return;
  }
  if (modem->t31->dte_data_timeout) modem->t31->dte_data_timeout += (int64_t)(BLOCK * (1 - 1 / speed));
  t31_rx(modem->t31, block, BLOCK);
}

static void hear(struct modem *modem, int16_t *block)
{
  int count = modem->t31 ? t31_tx(modem->t31, block, BLOCK) : from_outside(block);
  if (count < BLOCK) memset(block + count, 0, sizeof *block * (BLOCK - count));
  if (modem->ending != NOISE || tick % 50 >= 3) return;
  for (int i = 0; i < BLOCK; i++) block[i] += rand() % 16000 - 8000;
}

static void pass_audio(struct modem *modem)
{
  int16_t there[BLOCK], back[BLOCK] = {0};
  struct modem *peer = modem->peer;
  if (modem->state == TALKING && peer && (modem < peer || modem == &outside) && peer != &outside) {
    hear(modem, there);
    hear(peer, back);
    take(peer, there);
    take(modem, back);
  } else if (modem->state == ALONE && modem->ending != NOBODY) {
    hear(modem, there);
    if (modem->ending == PERSON) speak(back);
    take(modem, back);
  }
}

static void reset(struct modem *modem)
{
  if (modem->state == IDLE) inform(modem, AT_CALL_EVENT_HANGUP);
  else release(modem, 1);
  modem->off_hook = 0;
  modem->waiting = modem->received = modem->handed_over = 0;
  tcflush(modem->slave, TCIOFLUSH);
}

static void call_from_outside(const char *number, int port)
{
  if (!open_outside()) return;
  rtp.to.sin_port = htons((uint16_t)port);
  dial(&outside, number);
}

static void answer_outside(int port)
{
  rtp.to.sin_port = htons((uint16_t)port);
  answer(&outside);
}

static void obey(char *line)
{
  char name[TEXT];
  int port;
  if (sscanf(line, "call %255s %d", name, &port) == 2) call_from_outside(name, port);
  if (sscanf(line, "answer %d", &port) == 1) answer_outside(port);
  if (!strcmp(line, "hang up") && outside.state != IDLE) release(&outside, 1);
  int drop = sscanf(line, "drop %255s", name) == 1;
  if (!drop && sscanf(line, "reset %255s", name) != 1) return;
  for (int i = 0; i < modem_count; i++) {
    struct modem *modem = &modems[i];
    if (drop && modem->state == TALKING && !strcmp(modem->dialled, name)) release(modem, 1);
    if (!drop && !strcmp(modem->link, name)) reset(modem);
  }
}

static void read_commands(void)
{
  static char text[TEXT];
  static size_t length;
  ssize_t count = read(STDIN_FILENO, text + length, sizeof text - 1 - length);
  if (count == 0) stopped = 1; /* The test that owns this exchange has ended. */
  if (count <= 0) return;
  length += count;
  text[length] = 0;
  for (char *end; (end = strchr(text, '\n')); length = strlen(text)) {
    *end = 0;
    obey(text);
    memmove(text, end + 1, strlen(end + 1) + 1);
  }
}

static int add_modem(char *written, const struct passwd *owner)
{
  struct modem *modem = &modems[modem_count];
  char *link = strsep(&written, ":"), *numbers = strsep(&written, ":"), *caller_id = strsep(&written, ":");
  struct termios settings;
  if (!link || !numbers || !caller_id || modem_count == MODEMS) return 0;
  snprintf(modem->link, sizeof modem->link, "%s", link);
  snprintf(modem->numbers, sizeof modem->numbers, "%s", numbers);
  snprintf(modem->caller_id, sizeof modem->caller_id, "%s", caller_id);
  if (openpty(&modem->master, &modem->slave, modem->device, NULL, NULL)) return 0;
  tcgetattr(modem->slave, &settings);
  cfmakeraw(&settings);
  cfsetspeed(&settings, B115200);
  tcsetattr(modem->slave, TCSANOW, &settings);
  fcntl(modem->master, F_SETFL, fcntl(modem->master, F_GETFL) | O_NONBLOCK);
  if (owner && chown(modem->device, owner->pw_uid, owner->pw_gid)) return 0;
  chmod(modem->device, 0660);
  unlink(link);
  if (symlink(modem->device, link)) return 0;
  modem->clear_to_send = 1;
  modem->t31 = t31_init(NULL, to_computer, modem, from_computer, modem, NULL, NULL);
  if (!modem->t31) return 0;
  t31_set_transmit_on_idle(modem->t31, 1);
  modem_count++;
  return 1;
}

/* Waits up to `nanoseconds` for computers to write, then passes data on in small pieces, so that flow control works. */
static void serve_computers(long nanoseconds)
{
  struct pollfd polled[MODEMS + 1] = {{.fd = STDIN_FILENO, .events = POLLIN}};
  struct modem *of[MODEMS + 1];
  int count = 1;
  for (int i = 0; i < modem_count; i++) {
    struct modem *modem = &modems[i];
    if (modem->waiting) flush_out(modem);
    if (!modem->clear_to_send || modem->received > modem->handed_over) continue;
    of[count] = modem;
    polled[count++] = (struct pollfd){.fd = modem->master, .events = POLLIN};
  }
  struct timespec patience = {0, nanoseconds};
  int ready = ppoll(polled, count, &patience, NULL);
  if (ready > 0 && polled[0].revents) read_commands();
  for (int i = 1; ready > 0 && i < count; i++) {
    if (!(polled[i].revents & POLLIN)) continue;
    ssize_t got = read(of[i]->master, of[i]->in, QUEUE);
    of[i]->received = got > 0 ? got : 0;
    of[i]->handed_over = 0;
  }
  for (int i = 0; i < modem_count; i++) {
    struct modem *modem = &modems[i];
    while (modem->clear_to_send && modem->handed_over < modem->received) {
      size_t piece = modem->received - modem->handed_over;
      if (piece > 64) piece = 64;
      t31_at_rx(modem->t31, modem->in + modem->handed_over, (int)piece);
      modem->handed_over += piece;
    }
  }
}

static long nanoseconds_until(struct timespec *next)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long left = (next->tv_sec - now.tv_sec) * 1000000000L + next->tv_nsec - now.tv_nsec;
  /* Audio from outside arrives at its own pace. Without it, catching up would only speed up the calls. */
  long behind = rtp.socket >= 0 ? 2000000000L : 100000000L;
  if (left >= -behind) return left;
  *next = now;
  return 0;
}

static void run(void)
{
  struct timespec next;
  long length = (long)(20e6 / speed);
  clock_gettime(CLOCK_MONOTONIC, &next);
  while (!stopped) {
    next.tv_nsec += length;
    if (next.tv_nsec >= 1000000000L) { next.tv_nsec -= 1000000000L; next.tv_sec++; }
    for (;;) {
      long left = nanoseconds_until(&next);
      serve_computers(left > 0 ? left : 0);
      if (left <= 0) break;
    }
    tick++;
    for (int i = 0; i < modem_count; i++) step(&modems[i]);
    step(&outside);
    for (int i = 0; i < modem_count; i++) pass_audio(&modems[i]);
    pass_audio(&outside);
  }
}

static void on_signal(int number) { (void)number; stopped = 1; }

int main(int argc, char **argv)
{
  int option;
  while ((option = getopt(argc, argv, "x:a:o:")) != -1) {
    if (option == 'x') speed = atof(optarg);
    else if (option == 'a') ringing_seconds = atol(optarg);
    else if (option == 'o') snprintf(outside.numbers, sizeof outside.numbers, "%s", optarg);
    else return 2;
  }
  signal(SIGTERM, on_signal);
  signal(SIGINT, on_signal);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  for (int i = optind; i < argc; i++)
    if (!add_modem(argv[i], getpwnam("uucp"))) { perror(argv[i]); return 1; }
  fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
  printf("ready\n");
  fflush(stdout);
  run();
  for (int i = 0; i < modem_count; i++) unlink(modems[i].link);
  return 0;
}
