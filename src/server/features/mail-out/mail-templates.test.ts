import { expect, it } from 'vitest';

import { loadMessages } from '#server/kit/messages.ts';
import { projectFolders } from '#server/product.ts';

import { MAIL_TEMPLATES, renderMail } from './mail-templates.ts';

const messages = await loadMessages(projectFolders.locales);

it('[A-MAILOUT-01] what a stranger wrote makes no line, no markup and no header of its own', () => {
  const evil =
    'X\r\nBcc: e@evil.test\r\n\r\nhttps://evil.test <img src=x onerror=1> {{link}} $t(mail.footer)';
  const { subject, text, html } = renderMail(
    messages,
    'en',
    'new-fax',
    { title: 'T', name: '212-555-0100', from: evil.padEnd(10_000, 'x'), pages: 1 },
    'https://fax.example/inbox',
  );
  expect(subject).not.toMatch(/[\r\n]/u);
  expect(subject.length).toBeLessThanOrEqual(150);
  expect(text).not.toMatch(/^Bcc/mu);
  expect(text.match(/^https:.*$/gmu)).toEqual(['https://fax.example/inbox']);
  expect(html).not.toContain('<img');
  expect(html.match(/<a /gu)).toHaveLength(1);
  expect(text).not.toContain('answers to it are not read. ');
});

it.each(MAIL_TEMPLATES)('%s has words in every language, and nothing is left open in them', (template) => {
  const numbers = { minutes: 60, days: 7, pages: 3 };
  const who = { from: 'F', to: 'O', email: 'E', phone: 'P', address: 'A' };
  const words = { title: 'T', name: 'N', reason: 'R', ...numbers, ...who };
  for (const language of messages.languages) {
    const { subject, text } = renderMail(messages, language, template, words, 'https://fax.example/x');
    expect(`${subject} ${text}`).not.toMatch(/\{\{|mail\./u);
    expect(text).toContain('\n\nhttps://fax.example/x\n\n');
  }
});
