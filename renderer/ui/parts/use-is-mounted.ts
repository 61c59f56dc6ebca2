import { useEffect, useRef } from 'react';

/** Returns a function that tells whether the component is still on screen: after a wait, the person may have left. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
