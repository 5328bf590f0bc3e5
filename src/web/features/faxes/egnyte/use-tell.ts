import { useNavigate } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The message of the address if one of our own pages set it: a link cannot set it. */
    ownMessage?: string;
  }
}

/** Returns a function that opens the message page in place of this one. */
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
