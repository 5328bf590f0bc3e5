import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { AddAccountForm } from './add-account-form.tsx';

/** A button with its form; afterwards the new account opens. */
export function AddAccount() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="primary">
        {t('operator.account.add')}
      </Button>
      {open && (
        <AddAccountForm
          onAdded={(uid) => void navigate({ to: '/operator/$', params: { _splat: `accounts/${uid}` } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
