import { useQuery } from '@tanstack/react-query';
import { loadLanguages } from '#web/kit/i18n.ts';

/** Returns the languages of this installation, under their own names; their codes until the names are loaded. */
export function useLanguages(known: readonly string[]): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['languages'],
    queryFn: loadLanguages,
    staleTime: Infinity,
  });
  const codes = known.length > 0 ? known : data.map(({ code }) => code);
  return codes.map((value) => ({ value, label: data.find(({ code }) => code === value)?.name ?? value }));
}
