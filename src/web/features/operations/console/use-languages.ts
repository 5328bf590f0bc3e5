import { useQuery } from '@tanstack/react-query';
import { loadLanguages } from '#web/kit/i18n.ts';

/** Languages of this installation to choose from, under their own names; their code until the names are there. */
export function useLanguages(known: readonly string[]): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['languages'],
    queryFn: loadLanguages,
    staleTime: Infinity,
  });
  const codes = known.length > 0 ? known : data.map(({ code }) => code);
  return codes.map((value) => ({ value, label: data.find(({ code }) => code === value)?.name ?? value }));
}
