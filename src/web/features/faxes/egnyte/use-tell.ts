import { useNavigate } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The message of the address when one of our own pages said it: a link cannot put it there. */
    ownMessage?: string;
  }
}

/** Leads to the page of messages, in place of this one. */
export function useTell(): (type: 'info' | 'error', message: string) => void {
  const navigate = useNavigate();
  return (type, message) =>
    void navigate({
      to: '/egnyte/info',
      search: { message_type: type, message },
      state: { ownMessage: message },
      replace: true,
    });
}
