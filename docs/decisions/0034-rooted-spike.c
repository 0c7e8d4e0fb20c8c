#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int me, n;
static char *in, *out, *tmp;
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
static double cpu(void){struct timespec t;clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t);return t.tv_sec+1e-9*t.tv_nsec;}
static void add(double*to,const double*from,int k){for(int i=0;i<k;i++)to[i]+=from[i];}
#define X MPI_COMM_WORLD
static void bcast(int k){MPI_Bcast(in,k,MPI_BYTE,0,X);}
static void sring(int k){int w=k/n;MPI_Scatter(in,w,MPI_BYTE,me?in+(long)me*w:MPI_IN_PLACE,w,MPI_BYTE,0,X);int r=(me+1)%n,l=(me+n-1)%n;for(int i=0;i<n-1;i++){int s=(me+n-i)%n,g=(me+n-i-1)%n;MPI_Sendrecv(in+(long)s*w,w,MPI_BYTE,r,4,in+(long)g*w,w,MPI_BYTE,l,4,X,MPI_STATUS_IGNORE);}}
static void chain(int k){/* pipelined */int piece=k>=(1<<20)?131072:k>=262144?65536:16384;MPI_Request q=MPI_REQUEST_NULL;for(int o=0;o<k;o+=piece){int z=k-o<piece?k-o:piece;if(me)MPI_Recv(in+o,z,MPI_BYTE,me-1,5,X,MPI_STATUS_IGNORE);if(me<n-1){MPI_Wait(&q,MPI_STATUS_IGNORE);MPI_Isend(in+o,z,MPI_BYTE,me+1,5,X,&q);}}MPI_Wait(&q,MPI_STATUS_IGNORE);}
static void binom(int k){int m=1;while(m<n){if(me&m){MPI_Recv(in,k,MPI_BYTE,me-m,6,X,MPI_STATUS_IGNORE);break;}m<<=1;}for(m>>=1;m;m>>=1)if(me+m<n)MPI_Send(in,k,MPI_BYTE,me+m,6,X);}
static void reduce(int k){MPI_Reduce(in,out,k/8,MPI_DOUBLE,MPI_SUM,0,X);}
static void hreduce(int kb){int k=kb/8;double*o=(double*)out,*t=(double*)tmp;memcpy(o,in,kb);int lo=0,hi=k;int los[16],his[16],s=0;
  for(int d=1;d<n;d*=2,s++){int p=me^d,mid=(lo+hi)/2;los[s]=lo;his[s]=hi;int klo,khi,slo,shi; if(me&d){klo=mid;khi=hi;slo=lo;shi=mid;}else{klo=lo;khi=mid;slo=mid;shi=hi;}
    MPI_Sendrecv(o+slo,shi-slo,MPI_DOUBLE,p,0,t,khi-klo,MPI_DOUBLE,p,0,X,MPI_STATUS_IGNORE);add(o+klo,t,khi-klo);lo=klo;hi=khi;}
  for(int d=n/2;d>=1;d/=2){s--;int p=me^d;if(me&d){MPI_Send(o+lo,hi-lo,MPI_DOUBLE,p,1,X);return;}
    int plo=hi,phi=his[s];if(lo!=los[s]){plo=los[s];phi=lo;}MPI_Recv(o+plo,phi-plo,MPI_DOUBLE,p,1,X,MPI_STATUS_IGNORE);lo=los[s];hi=his[s];}}
static void breduce(int kb){int k=kb/8;double*o=(double*)out,*t=(double*)tmp;memcpy(o,in,kb);for(int d=1;d<n;d*=2){if(me&d){MPI_Send(o,k,MPI_DOUBLE,me-d,2,X);return;}if(me+d<n){MPI_Recv(t,k,MPI_DOUBLE,me+d,2,X,MPI_STATUS_IGNORE);add(o,t,k);}}}
static void sreduce(int kb){int w=kb/8/n;MPI_Reduce_scatter_block(in,out+(long)me*w*8,w,MPI_DOUBLE,MPI_SUM,X);MPI_Gather(me?out+(long)me*w*8:MPI_IN_PLACE,w,MPI_DOUBLE,out,w,MPI_DOUBLE,0,X);}
static char big1[8<<20],big2[8<<20],big3[8<<20];
static void a2a(int w){if(w>65536)return;MPI_Alltoall(big1,w,MPI_BYTE,big2,w,MPI_BYTE,X);}
static void a2a_bruck(int w){if(w>65536)return;char*t=big2;for(int i=0;i<n;i++)memcpy(t+(long)i*w,big1+(long)((me+i)%n)*w,w);
 for(int s=1;s<n;s*=2){int c=0;for(int i=0;i<n;i++)if(i&s)memcpy(big3+(long)c++*w,t+(long)i*w,w);
  MPI_Sendrecv(big3,c*w,MPI_BYTE,(me+s)%n,7,big3+(long)n*w,c*w,MPI_BYTE,(me+n-s)%n,7,X,MPI_STATUS_IGNORE);
  c=0;for(int i=0;i<n;i++)if(i&s)memcpy(t+(long)i*w,big3+(long)(n+c++)*w,w);}
 for(int i=0;i<n;i++)memcpy(big3+(long)((me+n-i)%n)*w,t+(long)i*w,w);}
struct{const char*name;void(*f)(int);}v[]={{"bcast",bcast},{"scatter+ring",sring},{"chain",chain},{"binom",binom},{"reduce",reduce},{"halving",hreduce},{"binomial",breduce},{"rs+gather",sreduce},{"alltoall",a2a},{"bruck",a2a_bruck}};
#define V (int)(sizeof v/sizeof*v)
int main(int c,char**a){MPI_Init(&c,&a);MPI_Comm_rank(X,&me);MPI_Comm_size(X,&n);
  int rounds=c>1?atoi(a[1]):5;
  for(int s=2;s<c;s++){int k=atoi(a[s]);in=malloc(k);out=malloc(k);tmp=malloc(k);memset(in,0,k);memset(tmp,0,k);memset(out,0,k);
    double t[16]={0},least[16],u[16]={0};for(int i=0;i<16;i++)least[i]=1e9;
    int reps=k<=4096?200:k<=65536?60:12;
    for(int r=0;r<rounds+1;r++)for(int i=0;i<V;i++){double sum=0;
      MPI_Barrier(X);double b=now();for(int j=0;j<reps;j++)MPI_Barrier(X);double z=now();
      double bc=cpu();for(int j=0;j<reps;j++){v[i].f(k);MPI_Barrier(X);}double e=((now()-z)-(z-b))/reps,ec=(cpu()-bc)/reps,m,mc;
      MPI_Allreduce(&e,&m,1,MPI_DOUBLE,MPI_MAX,X);MPI_Allreduce(&ec,&mc,1,MPI_DOUBLE,MPI_SUM,X);
      if(!r)continue;
      t[i]+=m/rounds;u[i]+=mc/rounds;if(m<least[i])least[i]=m;}
    if(!me){printf("%8d:",k);for(int i=0;i<V;i++)printf(" %s %.0f/%.0f/%.0f",v[i].name,t[i]*1e6,least[i]*1e6,u[i]*1e6);printf("\n");fflush(stdout);}
    free(in);free(out);free(tmp);}
  MPI_Finalize();}
