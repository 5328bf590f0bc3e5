import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for `delay` ms, so that nobody is corrected mid-word (WID-06). */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}
