import { createRootRoute, Navigate } from '@tanstack/react-router';
import { Root } from './root.tsx';

/** The route above all others; unknown addresses lead to the login page (ROUTE-02). */
export const root = createRootRoute({
  component: Root,
  notFoundComponent: () => <Navigate replace to="/login" />,
});
