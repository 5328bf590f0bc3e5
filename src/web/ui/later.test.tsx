// @vitest-environment jsdom
import { act, Component } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchPartsOnTouch, later, laterPage, PageNotFetched } from './later.tsx';
import { eventually } from './render-for-test.tsx';

interface Words {
  open?: boolean;
  text: string;
}
const Note = ({ text }: Words) => <p>{text}</p>;

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
// Not with render-for-test.tsx, which loads every part first.
const root = createRoot(document.body);
const draw = (element: ReactNode) => act(async () => root.render(element));
const drawn = () => document.body.textContent;
afterEach(() => draw(null));

test('a part is fetched when it is open and not before, and drawn when it has come', async () => {
  const coming = Promise.withResolvers<typeof Note>();
  const load = vi.fn<() => Promise<typeof Note>>().mockReturnValue(coming.promise);
  const Part = later<Words>(load);
  await draw(<Part open={false} text="one" />);
  expect(load).not.toHaveBeenCalled();
  await draw(<Part open text="two" />);
  expect([load.mock.calls.length, drawn()]).toEqual([1, '']);
  await act(async () => coming.resolve(Note));
  expect(drawn()).toBe('two');
  await draw(<Part key="another" text="three" />);
  expect([load.mock.calls.length, drawn()]).toEqual([1, 'three']);
});

test('a part that could not be fetched is asked for again by the next who needs it', async () => {
  const load = vi.fn<() => Promise<typeof Note>>().mockRejectedValueOnce(new Error('away'));
  load.mockResolvedValue(Note);
  const Part = later<Words>(load);
  await draw(<Part key="first" text="one" />);
  expect(drawn()).toBe('');
  await draw(<Part key="second" text="two" />);
  expect(drawn()).toBe('two');
});

test('the first sign of a person fetches what may be needed, once', async () => {
  const load = vi.fn<() => Promise<typeof Note>>().mockResolvedValue(Note);
  later<Words>(load);
  fetchPartsOnTouch();
  expect(load).not.toHaveBeenCalled();
  for (let step = 0; step < 2; step += 1)
    document.body.dispatchEvent(new Event('pointermove', { bubbles: true }));
  await eventually(() => expect(load).toHaveBeenCalledTimes(1));
});

test('a page that could not be fetched tells the boundary around it, and the next try asks for it again', async () => {
  const load = vi.fn<() => Promise<typeof Note>>().mockRejectedValueOnce(new Error('away'));
  load.mockResolvedValue(Note);
  const Page = laterPage<Words>(load, () => <p>Wait</p>);
  const caught = vi.fn<(error: unknown) => void>();
  class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
    override state = { failed: false };
    static getDerivedStateFromError() {
      return { failed: true };
    }
    override componentDidCatch(error: unknown) {
      caught(error);
    }
    override render() {
      const again = () => this.setState({ failed: false });
      return this.state.failed ? <button onClick={again}>Again</button> : this.props.children;
    }
  }
  const boundary = (
    <Boundary>
      <Page text="one" />
    </Boundary>
  );
  await draw(boundary);
  expect(drawn()).toBe('Again');
  expect(caught).toHaveBeenCalledExactlyOnceWith(expect.any(PageNotFetched));
  await act(async () => document.querySelector('button')?.click());
  expect([load.mock.calls.length, drawn()]).toEqual([2, 'one']);
});
