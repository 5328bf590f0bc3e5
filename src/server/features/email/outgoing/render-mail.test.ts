import { expect, it } from 'vitest';

import { loadMessages } from '#server/kit/messages.ts';
import { projectFolders } from '#server/composition/web-server.ts';

import english from '../../../../../locales/en.json' with { type: 'json' };
import { MAIL_TEMPLATES } from './mail-templates.ts';
import { renderMail } from './render-mail.ts';
import type { MailToRender } from './render-mail.ts';

const messages = await loadMessages(projectFolders.locales);
const LOOK = { title: 'Harbor Fax', color: '#0b6a88', logo: '', help: '' };

function render(more: Partial<MailToRender>) {
  return renderMail(messages, {
    language: 'en',
    template: 'new-fax',
    params: {},
    link: 'https://fax.example/inbox',
    look: LOOK,
    ...more,
  });
}

it('[A-MAILOUT-01] what a stranger wrote makes no line, no markup and no header of its own', () => {
  const evil =
    'X\r\nBcc: e@evil.test\r\n\r\nhttps://evil.test <img src=x onerror=1> {{link}} $t(mail.footer)'.padEnd(
      10_000,
      'x',
    );
  const { subject, text, html } = render({
    params: { name: '212-555-0100', from: evil, company: evil, pages: 1 },
    look: { ...LOOK, title: evil, color: 'red"><img src=x>' },
  });
  expect(subject).not.toMatch(/[\r\n]/u);
  expect(subject.length).toBeLessThanOrEqual(150);
  expect(text).not.toMatch(/^Bcc/mu);
  expect(text.match(/^https:.*$/gmu)).toEqual(['https://fax.example/inbox']);
  expect(html).not.toContain('<img');
  expect(html.match(/<a /gu)).toHaveLength(1);
  expect(text.match(/Replies aren’t monitored\./gu)).toHaveLength(1);
});

it('cuts a long name between characters, not within one', () => {
  const { subject, text } = render({
    params: { name: '212-555-0100', from: `x${'🏥'.repeat(300)}`, company: '', pages: 1 },
  });
  expect(subject.isWellFormed()).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});

it.each(MAIL_TEMPLATES)('%s has words in every language, and nothing is left open in them', (template) => {
  const { subject: own, text: words } = english.mail[template];
  const names = [...`${own} ${words}`.matchAll(/\{\{(\w+)\}\}/gu)].map(
    ([, name = '']) => [name, 'X'] as const,
  );
  const params = Object.fromEntries(names.filter(([name]) => !['title', 'link'].includes(name)));
  for (const language of messages.languages) {
    const { subject, text, html } = render({ language, template, params, note: 'attached', picture: 'p' });
    expect(`${subject} ${text} ${html}`).not.toMatch(/\{\{|mail\.\w/u);
    const leads = words.includes('{{link}}');
    expect(text.includes('\n\nhttps://fax.example/inbox\n\n')).toBe(leads);
    expect(html.includes('href="https://fax.example/inbox"')).toBe(leads);
    expect(html.includes('cid:p')).toBe(leads);
  }
});

it('says where the brand’s customers find help, where there is such a place', () => {
  const { text, html } = render({ look: { ...LOOK, help: 'https://help.harbor.example/?a&b' } });
  expect(text).toMatch(
    /Replies aren’t monitored\.\nContact center: https:\/\/help\.harbor\.example\/\?a&b\n$/u,
  );
  expect(html).toContain('href="https://help.harbor.example/?a&#38;b"');
  expect(render({}).text).not.toContain('Contact center');
});

it('lists what is known, in words of the language, and leaves out what is not', () => {
  const { subject, text } = render({ params: { from: { say: 'mail.withheld' }, pages: 3, company: '' } });
  expect(subject).toBe('New fax from a withheld number');
  expect(text).toContain('From: a withheld number\nPages: 3\n\n');
});

it('the button can be read on any colour, and a picture of the brand replaces its name', () => {
  const dark = render({ look: { ...LOOK, color: '#0b6a88' } }).html;
  const light = render({ look: { ...LOOK, color: '#fd0', logo: 'https://x.example/logo.png' } }).html;
  expect(dark).toContain('background:#0b6a88;color:#ffffff');
  expect(light).toContain('background:#fd0;color:#000000');
  expect(light).toContain('<img src="https://x.example/logo.png" alt="Harbor Fax"');
});

it('a brand’s own words are filled as the product’s are, once, and hold no line of a stranger’s', () => {
  const { subject, text, html } = render({
    params: { from: '{{link}}\r\nBcc: e@evil.test', pages: 3 },
    own: { subject: '{{pages}} pages for {{title}}', text: 'From {{from}}.\n\n{{link}}\n\nHarbor greets.' },
  });
  expect(subject).toBe('3 pages for Harbor Fax');
  expect(text).toContain('From {{link}} Bcc: e@evil.test.\n\n');
  expect(text).toContain('https://fax.example/inbox\n\nHarbor greets.');
  expect(html.match(/<a /gu)).toHaveLength(1);
});

it('a fax number is never cut in two at the end of a line', () => {
  const { html } = render({ params: { name: '212-555-0100', from: '***-***-0111' } });
  expect(html).toContain('number <span dir="ltr" style="white-space:nowrap">212-555-0100</span>');
  expect(html).toContain('<h1');
  expect(html.match(/nowrap">\*{3}-\*{3}-0111</gu)).toHaveLength(2);
});

it('a mail that leads nowhere has no button', () => {
  expect(render({ link: '' }).html).not.toContain('<a ');
});
