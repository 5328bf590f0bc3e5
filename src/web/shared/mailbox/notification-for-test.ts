/**
 * A fake of the browser's notifications, for tests: permission requests return `answer`, and `shown` records the
 * notifications.
 */
export class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static answer: NotificationPermission = 'granted';
  static shown: FakeNotification[] = [];
  readonly title: string;
  readonly options: NotificationOptions;

  constructor(title: string, options: NotificationOptions) {
    super();
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }

  /** Resets to a browser that was never asked for permission. */
  static start(): void {
    Object.assign(FakeNotification, { permission: 'default', answer: 'granted', shown: [] });
  }

  static async requestPermission(): Promise<NotificationPermission> {
    FakeNotification.permission = FakeNotification.answer;
    return await Promise.resolve(FakeNotification.answer);
  }

  close(): void {}
}
