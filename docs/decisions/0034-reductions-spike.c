#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <math.h>
static int me, n;
static double *in, *out, *tmp;
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
static double cpu(void){struct timespec t;clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t);return t.tv_sec+1e-9*t.tv_nsec;}
static void add(double*to,const double*from,int k){for(int i=0;i<k;i++)to[i]+=from[i];}
#define X MPI_COMM_WORLD
static void builtin(int k){MPI_Allreduce(in,out,k,MPI_DOUBLE,MPI_SUM,X);}
static void hd(int k){ /* power of two */
  memcpy(out,in,8L*k); int lo=0,hi=k; int los[16],his[16],s=0;
  for(int d=1;d<n;d*=2,s++){int p=me^d,mid=(lo+hi)/2;los[s]=lo;his[s]=hi;
    int klo,khi,slo,shi; if(me&d){klo=mid;khi=hi;slo=lo;shi=mid;}else{klo=lo;khi=mid;slo=mid;shi=hi;}
    MPI_Sendrecv(out+slo,shi-slo,MPI_DOUBLE,p,0,tmp,khi-klo,MPI_DOUBLE,p,0,X,MPI_STATUS_IGNORE);
    add(out+klo,tmp,khi-klo);lo=klo;hi=khi;}
  for(int d=n/2;d>=1;d/=2){s--;int p=me^d; int plo,phi; if(lo==los[s]){plo=hi;phi=his[s];}else{plo=los[s];phi=lo;}
    MPI_Sendrecv(out+lo,hi-lo,MPI_DOUBLE,p,0,out+plo,phi-plo,MPI_DOUBLE,p,0,X,MPI_STATUS_IGNORE);
    lo=los[s];hi=his[s];}
}
static void shares(int k){ MPI_Request q[64];int c=0; int w=k/n;
  for(int i=1;i<n;i++){int p=(me+n-i)%n;MPI_Irecv(tmp+(long)p*w,w,MPI_DOUBLE,p,1,X,&q[c++]);}
  for(int i=1;i<n;i++){int p=(me+i)%n;MPI_Isend(in+(long)p*w,w,MPI_DOUBLE,p,1,X,&q[c++]);}
  MPI_Waitall(c,q,MPI_STATUSES_IGNORE);
  double*o=out+(long)me*w;memcpy(o,in+(long)me*w,8L*w);for(int p=0;p<n;p++)if(p!=me)add(o,tmp+(long)p*w,w);
  c=0;
  for(int i=1;i<n;i++){int p=(me+n-i)%n;MPI_Irecv(out+(long)p*w,w,MPI_DOUBLE,p,2,X,&q[c++]);}
  for(int i=1;i<n;i++){int p=(me+i)%n;MPI_Isend(o,w,MPI_DOUBLE,p,2,X,&q[c++]);}
  MPI_Waitall(c,q,MPI_STATUSES_IGNORE);
}
static void ring(int k){int w=k/n;memcpy(out,in,8L*k);int r=(me+1)%n,l=(me+n-1)%n;
  for(int i=0;i<n-1;i++){int s=(me+n-i)%n,g=(me+n-i-1)%n;
    MPI_Sendrecv(out+(long)s*w,w,MPI_DOUBLE,r,3,tmp,w,MPI_DOUBLE,l,3,X,MPI_STATUS_IGNORE);add(out+(long)g*w,tmp,w);}
  for(int i=0;i<n-1;i++){int s=(me+1+n-i)%n,g=(me+n-i)%n;
    MPI_Sendrecv(out+(long)s*w,w,MPI_DOUBLE,r,4,out+(long)g*w,w,MPI_DOUBLE,l,4,X,MPI_STATUS_IGNORE);}
}
static void ag_ring(int w){int r=(me+1)%n,l=(me+n-1)%n;for(int i=0;i<n-1;i++){int s=(me+n-i)%n,g=(me+n-i-1)%n;MPI_Sendrecv(out+(long)s*w,w,MPI_DOUBLE,r,4,out+(long)g*w,w,MPI_DOUBLE,l,4,X,MPI_STATUS_IGNORE);}}
static void pairs_ring(int k){int w=k/n;memcpy(out+(long)me*w,in+(long)me*w,8L*w);for(int i=1;i<n;i++){int to=(me+i)%n,from=(me+n-i)%n;MPI_Sendrecv(in+(long)to*w,w,MPI_DOUBLE,to,7,tmp,w,MPI_DOUBLE,from,7,X,MPI_STATUS_IGNORE);add(out+(long)me*w,tmp,w);}ag_ring(w);}
static void direct_ring(int k){int w=k/n;MPI_Reduce_scatter_block(in,out+(long)me*w,w,MPI_DOUBLE,MPI_SUM,X);ag_ring(w);}
static void rd(int k){memcpy(out,in,8L*k);for(int d=1;d<n;d*=2){MPI_Sendrecv(out,k,MPI_DOUBLE,me^d,5,tmp,k,MPI_DOUBLE,me^d,5,X,MPI_STATUS_IGNORE);add(out,tmp,k);}}
static void gath_cast(int k){MPI_Reduce_scatter_block(in,out,k/n,MPI_DOUBLE,MPI_SUM,X);MPI_Allgather(MPI_IN_PLACE,0,MPI_DATATYPE_NULL,in,k/n,MPI_DOUBLE,X);}
/* reduce_scatter of blocks of k/n */
static void rs(int k){MPI_Reduce_scatter_block(in,out,k/n,MPI_DOUBLE,MPI_SUM,X);}
static void rs_h(int k){memcpy(tmp+k,in,8L*k);double*o=tmp+k;int lo=0,hi=n,w=k/n;
  for(int d=n/2;d>=1;d/=2){int p=me^d,mid=(lo+hi)/2;int klo,khi,slo,shi;if(me&d){klo=mid;khi=hi;slo=lo;shi=mid;}else{klo=lo;khi=mid;slo=mid;shi=hi;}
    MPI_Sendrecv(o+(long)slo*w,(shi-slo)*w,MPI_DOUBLE,p,6,tmp,(khi-klo)*w,MPI_DOUBLE,p,6,X,MPI_STATUS_IGNORE);
    add(o+(long)klo*w,tmp,(khi-klo)*w);lo=klo;hi=khi;}
  memcpy(out,o+(long)me*w,8L*w);}
static void rs_pair(int k){int w=k/n;memcpy(out,in+(long)me*w,8L*w);for(int i=1;i<n;i++){int to=(me+i)%n,from=(me+n-i)%n;
    MPI_Sendrecv(in+(long)to*w,w,MPI_DOUBLE,to,7,tmp,w,MPI_DOUBLE,from,7,X,MPI_STATUS_IGNORE);add(out,tmp,w);}}
struct{const char*name;void(*f)(int);}v[]={{"allreduce",builtin},{"hd",hd},{"shares",shares},{"ring",ring},{"rd",rd},{"pairs+ring",pairs_ring},{"direct+ring",direct_ring},{"rs",rs},{"rs_halving",rs_h},{"rs_pairs",rs_pair}};
#define V (int)(sizeof v/sizeof*v)
int main(int c,char**a){MPI_Init(&c,&a);MPI_Comm_rank(X,&me);MPI_Comm_size(X,&n);
  int rounds=c>1?atoi(a[1]):5;
  for(int s=2;s<c;s++){int k=atoi(a[s])/8;in=malloc(8L*k);out=malloc(8L*k);tmp=malloc(16L*k);
    for(int i=0;i<k;i++)in[i]=me+i%100;
    double t[16]={0},least[16],u[16]={0},lu[16];for(int i=0;i<16;i++)least[i]=lu[i]=1e9;
    int reps=k*8<=16384?200:k*8<=262144?60:12;
    for(int r=0;r<rounds+1;r++)for(int i=0;i<V;i++){
      if((i==4&&k*8>65536))continue;
      MPI_Barrier(X);double b=now(),bc=cpu();for(int j=0;j<reps;j++)v[i].f(k);double e=(now()-b)/reps,ec=(cpu()-bc)/reps,m,mc;
      MPI_Allreduce(&e,&m,1,MPI_DOUBLE,MPI_MAX,X);MPI_Allreduce(&ec,&mc,1,MPI_DOUBLE,MPI_SUM,X);
      if(r==0){if(i<5&&fabs(0.0)==0){double want=0;for(int p=0;p<n;p++)want+=p;if(out[0]!=want)printf("wrong %s\n",v[i].name);}continue;}
      t[i]+=m/rounds;u[i]+=mc/rounds;if(m<least[i])least[i]=m;if(mc<lu[i])lu[i]=mc;}
    if(!me){printf("%8d:",k*8);for(int i=0;i<V;i++)printf(" %s %.0f/%.0f/%.0f",v[i].name,t[i]*1e6,least[i]*1e6,u[i]*1e6);printf("\n");fflush(stdout);}
    free(in);free(out);free(tmp);}
  MPI_Finalize();}
