import './guest-shell.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from '@tanstack/react-router';
import { changeLanguage, loadLanguages } from '#web/kit/i18n.ts';
import type { Language } from '#web/kit/i18n.ts';
import { BrandMark } from './brand-mark.tsx';
import { Select } from '#web/ui/select.tsx';

/** The frame of sign-in pages: the logo and a choice of language; no footer and no growls (ROUTE-18). */
export function GuestShell() {
  return (
    <div className="auth">
      <header>
        <BrandMark place="sign-in" />
        <LanguageChoice />
      </header>
      <main>
        <Outlet />
      </main>
    </div>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const [languages, setLanguages] = useState<readonly Language[]>([]);
  useEffect(() => {
    void loadLanguages().then(setLanguages);
  }, []);
  if (languages.length < 2) return null;
  return (
    <Select
      label={t('app.language')}
      look="quiet"
      onChange={(event) => void changeLanguage(event.target.value)}
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
      value={i18n.language}
    />
  );
}
