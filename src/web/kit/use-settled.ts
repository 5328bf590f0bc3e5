import { useEffect, useState } from 'react';

/** A value once it has not changed for `delay` ms, so that nobody is corrected in the middle of a word (WID-06). */
export function useSettled<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
