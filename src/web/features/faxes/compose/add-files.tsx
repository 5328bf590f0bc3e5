import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Camera, Paperclip } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { pickedFiles } from '#web/ui/picked-files.ts';

/** The two ways to add files on a phone: its file picker and its camera. Wide screens have the drop area instead. */
export function AddFiles(props: {
  accept: string;
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="att-add narrow-only">
      <PickButton {...props} icon={Paperclip} label={t('compose.files.add')} multiple />
      <PickButton
        {...props}
        accept="image/jpeg,image/png"
        camera
        icon={Camera}
        label={t('compose.files.photo')}
      />
    </div>
  );
}

function PickButton(props: {
  label: string;
  icon: LucideIcon;
  accept: string;
  disabled: boolean;
  multiple?: boolean;
  camera?: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        disabled={props.disabled}
        icon={props.icon}
        onClick={() => picker.current?.click()}
        variant="quiet"
      >
        {props.label}
      </Button>
      <input
        ref={picker}
        accept={props.accept}
        aria-hidden="true"
        className="sr"
        multiple={props.multiple}
        onChange={(event) => {
          const files = pickedFiles(event);
          if (files.length > 0) props.onFiles(files);
        }}
        tabIndex={-1}
        type="file"
        {...(props.camera === true ? { capture: 'environment' as const } : {})}
      />
    </>
  );
}
