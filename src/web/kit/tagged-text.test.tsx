// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { find, render } from '#web/ui/render-for-test.tsx';
import { TaggedText } from './tagged-text.tsx';

test('named marks are drawn by their elements; other marks, and marks that do not end, stay text', async () => {
  const { place, close } = await render(
    <p>
      <TaggedText
        elements={{ b: <b className="num" />, kbd: <kbd /> }}
        text="<b>7</b> of <i>9</i> pages. Press <kbd>N</kbd> or <kbd>C, or <b></b>."
      />
    </p>,
  );
  expect(find(place, 'p').innerHTML).toBe(
    '<b class="num">7</b> of &lt;i&gt;9&lt;/i&gt; pages. Press <kbd>N</kbd> or &lt;kbd&gt;C, or <b class="num"></b>.',
  );
  await close();
});
